package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json/v2"
	"errors"
	"fmt"
	"slices"
)

// What the service calls the transports.
var transportNames = map[string]string{
	"ble":      "AUTHENTICATOR_TRANSPORT_BLE",
	"internal": "AUTHENTICATOR_TRANSPORT_INTERNAL",
	"nfc":      "AUTHENTICATOR_TRANSPORT_NFC",
	"usb":      "AUTHENTICATOR_TRANSPORT_USB",
	"hybrid":   "AUTHENTICATOR_TRANSPORT_HYBRID",
	"cable":    "AUTHENTICATOR_TRANSPORT_HYBRID",
}

// A registration is a new credential whose ceremony was as expected. Its statement is not verified.
type registration struct {
	clientData        []byte
	attestationObject []byte
	transports        []string
	format            string
	statement         cborMap
	rawAuthenticator  []byte
	authenticator     *authenticatorData
}

func readRegistration(c vectorCase, verified bool) (*registration, error) {
	credential, err := parseObject([]byte(c.text("credential")), "id", "rawId", "type", "response")
	if err != nil {
		return nil, err
	}
	rawID, err := credential.text("rawId")
	if err != nil {
		return nil, err
	}
	for name, expected := range map[string]string{"id": rawID, "type": "public-key"} {
		if value, err := credential.text(name); credential.given(name) && (err != nil || value != expected) {
			return nil, fmt.Errorf("%s is another than expected", name)
		}
	}
	id, err := decodeBase64url(rawID)
	if err != nil {
		return nil, err
	}
	response, err := parseObject(
		credential["response"], "clientDataJSON", "attestationObject", "transports")
	if err != nil {
		return nil, err
	}
	found := &registration{}
	if found.transports, err = transportsOf(response); err != nil {
		return nil, err
	}
	texts, err := response.texts("clientDataJSON", "attestationObject")
	if err != nil {
		return nil, err
	}
	if found.clientData, err = decodeBase64url(texts["clientDataJSON"]); err != nil {
		return nil, err
	}
	if found.attestationObject, err = decodeBase64url(texts["attestationObject"]); err != nil {
		return nil, err
	}
	challenge, err := decodeBase64url(c.text("expectedChallenge"))
	if err != nil {
		return nil, err
	}
	err = verifyClientData(
		found.clientData, "webauthn.create", challenge, c.text("expectedOrigin"))
	if err != nil {
		return nil, err
	}
	if err := found.parseAttestationObject(); err != nil {
		return nil, err
	}
	if found.authenticator.flags&attestedData == 0 {
		return nil, errors.New("there is no credential in the authenticator data")
	}
	if !bytes.Equal(found.authenticator.credentialID, id) {
		return nil, errors.New("the id of another credential")
	}
	absent := c.flag("allowUserAbsent")
	return found, found.authenticator.requireConsent(c.text("expectedRpId"), verified, absent)
}

// transportsOf gives what the service calls the transports, without those that it does not have.
func transportsOf(response object) ([]string, error) {
	names := []string{}
	if !response.given("transports") {
		return names, nil
	}
	var transports []string
	if err := json.Unmarshal(response["transports"], &transports); err != nil {
		return nil, err
	}
	for _, transport := range transports {
		name, known := transportNames[transport]
		if known && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, nil
}

func (found *registration) parseAttestationObject() error {
	items, err := decodeCBORMap(found.attestationObject)
	if err != nil {
		return err
	}
	if !hasTextKeys(items) {
		return errors.New("a key of the attestation object, or within it, must be text")
	}
	if found.format, err = field[string](items, "fmt"); err != nil {
		return err
	}
	if found.statement, err = field[cborMap](items, "attStmt"); err != nil {
		return err
	}
	if found.rawAuthenticator, err = field[[]byte](items, "authData"); err != nil {
		return err
	}
	found.authenticator, err = parseAuthenticatorData(found.rawAuthenticator)
	return err
}

// hasTextKeys tells whether the keys of every map within an item are text.
func hasTextKeys(item any) bool {
	switch item := item.(type) {
	case cborMap:
		for key, value := range item {
			if _, is := key.(string); !is || !hasTextKeys(value) {
				return false
			}
		}
	case []any:
		return !slices.ContainsFunc(item, func(value any) bool { return !hasTextKeys(value) })
	}
	return true
}

// signed gives what an attestation statement signs.
func (found *registration) signed() []byte {
	hash := sha256.Sum256(found.clientData)
	return append(append([]byte{}, found.rawAuthenticator...), hash[:]...)
}

func attestationEncoding(c vectorCase) (outputs, error) {
	found, err := readRegistration(c, false)
	if err != nil {
		return nil, err
	}
	id := found.authenticator.credentialID
	return outputs{
		"attestation": map[string]any{
			"credentialId":      encodeBase64url(encodeCBORBytes(id)),
			"clientDataJson":    encodeBase64url(found.clientData),
			"attestationObject": encodeBase64url(found.attestationObject),
			"transports":        found.transports,
		},
		"rawCredentialId": encodeBase64url(id),
	}, nil
}
