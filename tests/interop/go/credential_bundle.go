package main

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
)

func credentialBundle(c vectorCase) (outputs, error) {
	const pointSize, checksumSize = 33, 4
	data, err := decodeBase58(c.text("bundle"))
	if err != nil {
		return nil, err
	}
	if len(data) < pointSize+checksumSize {
		return nil, errors.New("the bundle is too short")
	}
	data, checksum := data[:len(data)-checksumSize], data[len(data)-checksumSize:]
	once := sha256.Sum256(data)
	twice := sha256.Sum256(once[:])
	if subtle.ConstantTimeCompare(checksum, twice[:checksumSize]) == 0 {
		return nil, errors.New("the checksum is wrong")
	}
	encapsulated, err := parseCompressedPoint(data[:pointSize])
	if err != nil {
		return nil, err
	}
	plaintext, err := open(c.bytes("targetPrivateKey"), uncompressedPoint(encapsulated), data[pointSize:])
	if err != nil {
		return nil, err
	}
	key, err := parsePrivateKey(plaintext)
	if err != nil {
		return nil, err
	}
	return outputs{
		"privateKey": hex.EncodeToString(plaintext),
		"publicKey":  compressedHex(&key.PublicKey),
	}, nil
}
