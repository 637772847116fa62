package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
)

// stampChallenge gives the text whose bytes are the challenge.
func stampChallenge(body []byte) string {
	digest := sha256.Sum256(body)
	return hex.EncodeToString(digest[:])
}

func webAuthnChallenge(c vectorCase) (outputs, error) {
	return outputs{"challenge": stampChallenge(c.body())}, nil
}

func webAuthnStampVerification(c vectorCase) (outputs, error) {
	key, err := parseCOSE(c.bytes("cosePublicKey"))
	if err != nil {
		return nil, err
	}
	names := []string{"authenticatorData", "clientDataJson", "credentialId", "signature"}
	stamp, err := parseTexts([]byte(c.text("header")), names...)
	if err != nil {
		return nil, err
	}
	decoded := map[string][]byte{}
	for _, name := range names {
		if decoded[name], err = decodeBase64url(stamp[name]); err != nil {
			return nil, err
		}
	}
	if err := requireCredentialID(decoded["credentialId"]); err != nil {
		return nil, err
	}
	challenge := []byte(stampChallenge(c.body()))
	if err := verifyClientData(decoded["clientDataJson"], "webauthn.get", challenge, c.text("origin")); err != nil {
		return nil, err
	}
	authenticator, err := parseAuthenticatorData(decoded["authenticatorData"])
	if err != nil {
		return nil, err
	}
	if authenticator.flags&attestedData != 0 {
		return nil, errors.New("a credential in the authenticator data, as in a registration")
	}
	if err := authenticator.requireConsent(c.text("rpId"), c.flag("requireUserVerification"), false); err != nil {
		return nil, err
	}
	hash := sha256.Sum256(decoded["clientDataJson"])
	signed := append(append([]byte{}, decoded["authenticatorData"]...), hash[:]...)
	return outputs{
		"credentialId": hex.EncodeToString(decoded["credentialId"]),
		"signCount":    authenticator.signCount,
		"userVerified": authenticator.flags&userVerified != 0,
	}, key.verify(signed, decoded["signature"])
}
