package main

import (
	"encoding/hex"
	"errors"
)

func requireCredentialID(id []byte) error {
	if len(id) == 0 || len(id) > maxCredentialIDSize {
		return errors.New("a credential id has 1 to 1023 bytes")
	}
	return nil
}

func credentialIDDecoding(c vectorCase) (outputs, error) {
	id, err := decodeBase64url(c.text("credentialId"))
	if err != nil {
		return nil, err
	}
	if c.text("encoding") == "cbor" {
		item, rest, err := decodeCBOR(id)
		if err != nil {
			return nil, err
		}
		raw, is := item.([]byte)
		if !is || len(rest) > 0 {
			return nil, errors.New("something else than a byte string")
		}
		id = raw
	}
	return outputs{"rawId": hex.EncodeToString(id)}, requireCredentialID(id)
}
