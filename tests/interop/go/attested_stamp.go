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
//
// The key is the text that is in the stamp. Issuers that need the nonce themselves have another claim.
func (token *jwt) requireNonce(key string) error {
	if err := token.claims.requireUnfolded("nonce", "tknonce"); err != nil {
		return err
	}
	digest := sha256.Sum256([]byte(key))
	bound := false
	for _, claim := range []string{"nonce", "tknonce"} {
		if !token.claims.has(claim) {
			continue
		}
		nonce, err := token.claims.text(claim)
		if err != nil {
			return err
		}
		bound = bound || nonce == hex.EncodeToString(digest[:])
	}
	if !bound {
		return errors.New("the nonce is of another key")
	}
	return nil
}

func attestedStampVerification(c vectorCase) (outputs, error) {
	fetcher, err := parseUncompressedHex(c.text("tlsFetcherPublicKey"))
	if err != nil {
		return nil, err
	}
	var issuer *ecdsa.PublicKey
	if c.has("oidcPublicKey") {
		if issuer, err = parseUncompressedHex(c.text("oidcPublicKey")); err != nil {
			return nil, err
		}
	}
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
		err = vouchedByVerificationToken(stamp["publicKeyAttestation"], fetcher, c.integer("now"), key)
	case schemeOIDC:
		err = vouchedByOIDC(stamp["publicKeyAttestation"], issuer, c.integer("now"), stamp["publicKey"])
	default:
		err = errors.New("an unknown scheme")
	}
	return outputs{"publicKey": compressedHex(key), "scheme": stamp["scheme"]}, err
}

func vouchedByVerificationToken(token string, fetcher *ecdsa.PublicKey, now int, key *ecdsa.PublicKey) error {
	claims, err := verifyVerificationToken(token, fetcher, now)
	if err != nil {
		return err
	}
	return requireKey(claims["public_key"], key)
}

func vouchedByOIDC(text string, issuer *ecdsa.PublicKey, now int, key string) error {
	if issuer == nil {
		return errors.New("no OIDC issuer is trusted")
	}
	token, err := parseJWT(text)
	if err != nil {
		return err
	}
	if err := verifyRaw(issuer, token.signed, token.signature); err != nil {
		return err
	}
	if err := token.claims.requireUnfolded("exp"); err != nil {
		return err
	}
	if token.claims.has("exp") {
		if err := requireUnexpired(string(token.claims["exp"]), 1000, now); err != nil {
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
		// Header and signature are for who verifies them with the issuer's keys.
		var parts [3][]byte
		if parts, _, err = splitJWT(c.text("token")); err == nil {
			var claims object
			if claims, err = parseObject(parts[1]); err == nil {
				err = (&jwt{claims: claims}).requireNonce(compressedHex(&key.PublicKey))
			}
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
