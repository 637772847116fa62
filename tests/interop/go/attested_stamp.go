package main

import (
	"crypto/ecdsa"
	"crypto/sha256"
	"encoding/hex"
	"errors"
)

const (
	schemeVerificationToken = "STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN"
	schemeOIDC              = "STAMP_ATTESTED_SCHEME_P256_OIDC"
)

// requireNonce checks that an OIDC token is bound to a key.
func (token *jwt) requireNonce(key *ecdsa.PublicKey) error {
	if err := token.claims.requireUnfolded("nonce", "tknonce"); err != nil {
		return err
	}
	claim := "nonce"
	if token.claims.has("tknonce") { // for issuers that need the nonce themselves
		claim = "tknonce"
	}
	nonce, err := token.claims.text(claim)
	if err != nil {
		return err
	}
	digest := sha256.Sum256([]byte(compressedHex(key)))
	if nonce != hex.EncodeToString(digest[:]) {
		return errors.New("the nonce is of another key")
	}
	return nil
}

func attestedStampVerification(c vectorCase) (outputs, error) {
	text, err := decodeBase64url(c.text("header"))
	if err != nil {
		return nil, err
	}
	stamp, err := parseTexts(text, "publicKeyAttestation", "scheme", "publicKey", "signature")
	if err != nil {
		return nil, err
	}
	key, err := parseCompressedHex(stamp["publicKey"])
	if err != nil {
		return nil, err
	}
	signature, err := decodeHex(stamp["signature"])
	if err != nil {
		return nil, err
	}
	if err := verifyDER(key, c.body(), signature); err != nil {
		return nil, err
	}
	switch stamp["scheme"] {
	case schemeVerificationToken:
		err = vouchedByVerificationToken(c, stamp["publicKeyAttestation"], key)
	case schemeOIDC:
		err = vouchedByOIDC(c, stamp["publicKeyAttestation"], key)
	default:
		err = errors.New("an unknown scheme")
	}
	return outputs{"publicKey": compressedHex(key), "scheme": stamp["scheme"]}, err
}

func vouchedByVerificationToken(c vectorCase, token string, key *ecdsa.PublicKey) error {
	fetcher, err := parseUncompressedHex(c.text("tlsFetcherPublicKey"))
	if err != nil {
		return err
	}
	claims, err := verifyVerificationToken(token, fetcher, c.integer("now"))
	if err != nil {
		return err
	}
	return requireKey(claims["public_key"], key)
}

func vouchedByOIDC(c vectorCase, text string, key *ecdsa.PublicKey) error {
	if !c.has("oidcPublicKey") {
		return errors.New("no OIDC issuer is trusted")
	}
	issuer, err := parseUncompressedHex(c.text("oidcPublicKey"))
	if err != nil {
		return err
	}
	token, err := parseJWT(text)
	if err != nil {
		return err
	}
	if err := verifyRaw(issuer, token.signed, token.signature); err != nil {
		return err
	}
	if token.claims.has("exp") {
		if err := requireUnexpired(string(token.claims["exp"]), 1000, c.integer("now")); err != nil {
			return err
		}
	}
	return token.requireNonce(key)
}

func attestedStamping(c vectorCase) (outputs, error) {
	if c.text("curve") != "p256" {
		return nil, errors.New("an attested stamp needs a key on P-256")
	}
	key, err := parsePrivateKey(c.bytes("privateKey"))
	if err != nil {
		return nil, err
	}
	switch c.text("scheme") {
	case schemeVerificationToken:
		var claims map[string]string
		if _, claims, err = readVerificationToken(c.text("token")); err == nil {
			err = requireKey(claims["public_key"], &key.PublicKey)
		}
	case schemeOIDC:
		var token *jwt
		if token, err = parseJWT(c.text("token")); err == nil {
			err = token.requireNonce(&key.PublicKey)
		}
	default:
		err = errors.New("an unknown scheme")
	}
	if err != nil {
		return nil, err
	}
	signature, err := signDER(key, c.body())
	stamp := struct {
		PublicKeyAttestation string `json:"publicKeyAttestation"`
		Scheme               string `json:"scheme"`
		PublicKey            string `json:"publicKey"`
		Signature            string `json:"signature"`
	}{c.text("token"), c.text("scheme"), compressedHex(&key.PublicKey), hex.EncodeToString(signature)}
	return outputs{"header": encodeBase64url([]byte(compactJSON(stamp)))}, err
}
