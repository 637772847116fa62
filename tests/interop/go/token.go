package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"
)

var endOfTime = time.Date(10000, time.January, 1, 0, 0, 0, 0, time.UTC).UnixMilli()

// A jwt is a token in parts; nothing of it is verified.
type jwt struct {
	header, claims object
	signed         []byte
	signature      []byte
}

// splitJWT decodes the three parts of a token.
func splitJWT(token string) (decoded [3][]byte, signed []byte, err error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return decoded, nil, errors.New("a token has three parts")
	}
	for i, part := range parts {
		if decoded[i], err = decodeBase64(base64.RawURLEncoding, part); err != nil {
			return decoded, nil, err
		}
	}
	return decoded, []byte(parts[0] + "." + parts[1]), nil
}

func parseJWT(token string) (*jwt, error) {
	decoded, signed, err := splitJWT(token)
	if err != nil {
		return nil, err
	}
	header, err := parseObject(decoded[0], "alg", "typ", "crit")
	if err != nil {
		return nil, err
	}
	kinds, err := header.texts("alg", "typ")
	if err != nil {
		return nil, err
	}
	if err := requireEqual(kinds, map[string]string{"alg": "ES256", "typ": "JWT"}); err != nil {
		return nil, err
	}
	if header.has("crit") {
		return nil, errors.New("the token has an extension that must be understood")
	}
	claims, err := parseObject(decoded[1])
	if err != nil {
		return nil, err
	}
	if len(decoded[2]) != 2*scalarSize {
		return nil, errors.New("the signature of a token must be r and s, 64 bytes")
	}
	for _, half := range [][]byte{decoded[2][:scalarSize], decoded[2][scalarSize:]} {
		number := new(big.Int).SetBytes(half)
		if number.Sign() == 0 || number.Cmp(elliptic.P256().Params().N) >= 0 {
			return nil, errors.New("r and s of a token's signature must be above 0 and below the order")
		}
	}
	return &jwt{header, claims, signed, decoded[2]}, nil
}

// requireFilled gives the values of claims that must be strings, and not empty.
func (token *jwt) requireFilled(names ...string) (map[string]string, error) {
	if err := token.claims.requireUnfolded(names...); err != nil {
		return nil, err
	}
	claims, err := token.claims.texts(names...)
	if err != nil {
		return nil, err
	}
	for name, value := range claims {
		if value == "" {
			return nil, fmt.Errorf("%s is empty", name)
		}
	}
	return claims, nil
}

// parseExpiry reads an expiry in decimal, in units of so many milliseconds.
func parseExpiry(text string, unit int64) (int64, error) {
	expiry, err := strconv.ParseInt(text, 10, 64)
	if err != nil || strconv.FormatInt(expiry, 10) != text || expiry < 0 || expiry >= endOfTime/unit {
		return 0, errors.New("the expiry must be an integer in decimal")
	}
	return expiry, nil
}

func requireUnexpired(text string, unit int64, now int) error {
	expiry, err := parseExpiry(text, unit)
	if err != nil {
		return err
	}
	if expiry*unit <= int64(now) {
		return errors.New("the token is expired")
	}
	return nil
}

func sessionJwt(c vectorCase) (outputs, error) {
	notarizer, err := parseUncompressedHex(c.text("notarizerPublicKey"))
	if err != nil {
		return nil, err
	}
	token, err := parseJWT(c.text("token"))
	if err != nil {
		return nil, err
	}
	once := sha256.Sum256(token.signed)
	if err := verifyRaw(notarizer, once[:], token.signature); err != nil {
		return nil, err
	}
	texts, err := token.requireFilled("public_key", "session_type", "user_id", "organization_id")
	if err != nil {
		return nil, err
	}
	if err := token.claims.requireUnfolded("exp"); err != nil {
		return nil, err
	}
	scopes, err := token.scopes()
	if err != nil {
		return nil, err
	}
	if err := requireUnexpired(string(token.claims["exp"]), 1000, c.integer("now")); err != nil {
		return nil, err
	}
	if err := requireScope(scopes, c); err != nil {
		return nil, err
	}
	claims := map[string]any{"exp": token.claims["exp"]}
	for name, value := range texts {
		claims[name] = value
	}
	for name, value := range scopes {
		claims[name] = value
	}
	return outputs{"claims": claims}, nil
}

// scopes gives the claims that restrict a session, as far as it has them.
func (token *jwt) scopes() (map[string]string, error) {
	names := []string{"session_profile_id", "scope"}
	if err := token.claims.requireUnfolded(names...); err != nil {
		return nil, err
	}
	scopes := map[string]string{}
	for _, name := range names {
		if token.claims.has(name) {
			claim, err := token.requireFilled(name)
			if err != nil {
				return nil, err
			}
			scopes[name] = claim[name]
		}
	}
	return scopes, nil
}

// requireScope checks that a session has the expected profile, or none and no scope unless that is allowed.
func requireScope(scopes map[string]string, c vectorCase) error {
	if c.has("expectedSessionProfileId") {
		profile, found := scopes["session_profile_id"]
		if !found || profile != c.text("expectedSessionProfileId") {
			return errors.New("the session does not have the expected profile")
		}
		return nil
	}
	if len(scopes) > 0 && !c.flag("allowScoped") {
		return errors.New("the session is restricted")
	}
	return nil
}

// readVerificationToken reads a verification token without verifying it.
func readVerificationToken(text string) (*jwt, map[string]string, error) {
	token, err := parseJWT(text)
	if err != nil {
		return nil, nil, err
	}
	claims, err := token.requireFilled(
		"id", "verification_type", "contact", "organization_id", "public_key", "exp")
	if err != nil {
		return nil, nil, err
	}
	_, err = parseExpiry(claims["exp"], 1)
	return token, claims, err
}

func verifyVerificationToken(text string, fetcher *ecdsa.PublicKey, now int) (map[string]string, error) {
	token, claims, err := readVerificationToken(text)
	if err != nil {
		return nil, err
	}
	if err := verifyRaw(fetcher, token.signed, token.signature); err != nil {
		return nil, err
	}
	return claims, requireUnexpired(claims["exp"], 1, now)
}

func verificationToken(c vectorCase) (outputs, error) {
	fetcher, err := parseUncompressedHex(c.text("tlsFetcherPublicKey"))
	if err != nil {
		return nil, err
	}
	claims, err := verifyVerificationToken(c.text("token"), fetcher, c.integer("now"))
	return outputs{"claims": claims}, err
}

// requireKey checks that a claim names a key: a compressed point in hex.
func requireKey(claim string, key *ecdsa.PublicKey) error {
	named, err := parseCompressedHex(claim)
	if err != nil {
		return fmt.Errorf("the key in the token: %w", err)
	}
	if !bytes.Equal(uncompressedPoint(named), uncompressedPoint(key)) {
		return errors.New("the token is bound to another key")
	}
	return nil
}
