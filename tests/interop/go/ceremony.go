package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json/v2"
	"errors"
)

// The flags of authenticator data.
const (
	userPresent    = 1 << 0
	userVerified   = 1 << 2
	backupEligible = 1 << 3
	backedUp       = 1 << 4
	attestedData   = 1 << 6
	extensionData  = 1 << 7
)

const (
	aaguidSize          = 16
	maxCredentialIDSize = 1023
)

type authenticatorData struct {
	rpIDHash     []byte
	flags        byte
	signCount    uint32
	aaguid       []byte // this, and what follows, where there is attested data
	credentialID []byte
	cose         []byte
}

func parseAuthenticatorData(data []byte) (*authenticatorData, error) {
	const headSize = sha256.Size + 1 + 4
	if len(data) < headSize {
		return nil, errors.New("the authenticator data is too short")
	}
	parsed := &authenticatorData{
		rpIDHash:  data[:sha256.Size],
		flags:     data[sha256.Size],
		signCount: binary.BigEndian.Uint32(data[sha256.Size+1:]),
	}
	rest := data[headSize:]
	if parsed.flags&attestedData != 0 {
		var err error
		if rest, err = parsed.parseAttestedData(rest); err != nil {
			return nil, err
		}
	}
	if parsed.flags&extensionData != 0 {
		extensions, after, err := decodeCBOR(rest)
		if err != nil {
			return nil, err
		}
		if _, is := extensions.(cborMap); !is {
			return nil, errors.New("the extensions must be a map")
		}
		rest = after
	}
	if len(rest) > 0 {
		return nil, errors.New("bytes after the authenticator data")
	}
	return parsed, nil
}

func (parsed *authenticatorData) parseAttestedData(data []byte) (rest []byte, err error) {
	const headSize = aaguidSize + 2
	if len(data) < headSize {
		return nil, errors.New("the attested credential data is too short")
	}
	size := int(binary.BigEndian.Uint16(data[aaguidSize:]))
	parsed.aaguid, data = data[:aaguidSize], data[headSize:]
	if size == 0 || size > maxCredentialIDSize || size > len(data) {
		return nil, errors.New("the credential id is empty, too long or cut off")
	}
	parsed.credentialID, data = data[:size], data[size:]
	if _, rest, err = decodeCBOR(data); err != nil {
		return nil, err
	}
	parsed.cose = data[:len(data)-len(rest)]
	_, err = parseCOSE(parsed.cose)
	return rest, err
}

// requireConsent checks for whom and with what of the user the authenticator acted.
func (parsed *authenticatorData) requireConsent(rpID string, verified, absent bool) error {
	hash := sha256.Sum256([]byte(rpID))
	switch {
	case !bytes.Equal(parsed.rpIDHash, hash[:]):
		return errors.New("of another relying party")
	case !absent && parsed.flags&userPresent == 0:
		return errors.New("without the user")
	case verified && parsed.flags&userVerified == 0:
		return errors.New("the user was not verified")
	case parsed.flags&backedUp != 0 && parsed.flags&backupEligible == 0:
		return errors.New("backed up, and not eligible for it")
	}
	return nil
}

// verifyClientData checks what the browser says of a ceremony.
func verifyClientData(data []byte, ceremony string, challenge []byte, origin string) error {
	client, err := parseObject(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), "type", "challenge", "origin", "crossOrigin", "topOrigin")
	if err != nil {
		return err
	}
	fields, err := client.texts("type", "challenge", "origin")
	if err != nil {
		return err
	}
	answered, err := decodeBase64url(fields["challenge"])
	if err != nil {
		return err
	}
	if string(answered) != string(challenge) {
		return errors.New("another challenge than expected")
	}
	if err := requireEqual(fields, map[string]string{"type": ceremony, "origin": origin}); err != nil {
		return err
	}
	var crossOrigin bool
	if client.given("crossOrigin") {
		if err := json.Unmarshal(client["crossOrigin"], &crossOrigin); err != nil {
			return err
		}
		if crossOrigin {
			return errors.New("within a frame of another origin")
		}
	}
	if client.given("topOrigin") && !crossOrigin {
		return errors.New("topOrigin without crossOrigin")
	}
	return nil
}
