package main

import (
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const lastTimestamp = 1<<53 - 1

var (
	webhookID   = regexp.MustCompile(`^[A-Za-z0-9_-]{1,128}$`)
	webhookTime = regexp.MustCompile(`^[0-9]{1,128}$`)

	webhookHeaders = []string{
		"x-turnkey-signature-version",
		"x-turnkey-signature-algorithm",
		"x-turnkey-signature-key-id",
		"x-turnkey-timestamp",
		"x-turnkey-event-id",
		"x-turnkey-signature",
	}
	webhookEvents = map[string]string{
		"balances:confirmed": "BALANCE_CONFIRMED_UPDATES",
		"balances:finalized": "BALANCE_FINALIZED_UPDATES",
		"transaction:status": "SEND_TRANSACTION_STATUS_UPDATES",
	}
	jwkValues = map[string]string{
		"kty":                         "OKP",
		"crv":                         "Ed25519",
		"alg":                         "EdDSA",
		"use":                         "sig",
		"turnkey_signature_algorithm": "ed25519",
		"turnkey_signature_version":   "v1",
	}
)

func parseJwks(text string) (map[string]ed25519.PublicKey, error) {
	set, err := parseObject([]byte(text))
	if err != nil {
		return nil, err
	}
	var listed []jsontext.Value
	if set["keys"].Kind() != '[' {
		return nil, errors.New("a set must have an array of keys")
	}
	if err := json.Unmarshal(set["keys"], &listed); err != nil {
		return nil, err
	}
	keys := map[string]ed25519.PublicKey{}
	for _, value := range listed {
		jwk, err := parseObject(value)
		if err != nil {
			return nil, err
		}
		// A key that cannot be used is left out (RFC 7517, section 5).
		id, key, err := parseJwk(jwk)
		if err != nil {
			continue
		}
		if _, twice := keys[id]; twice {
			return nil, errors.New("an id is there twice")
		}
		keys[id] = key
	}
	if len(keys) == 0 {
		return nil, errors.New("the set has no usable key")
	}
	return keys, nil
}

func parseJwk(jwk object) (string, ed25519.PublicKey, error) {
	for name, expected := range jwkValues {
		value, err := jwk.text(name)
		if err != nil {
			return "", nil, err
		}
		if value != expected {
			return "", nil, fmt.Errorf("%s is another than %s", name, expected)
		}
	}
	if value, there := jwk["key_ops"]; there {
		var operations []string
		if err := json.Unmarshal(value, &operations); err != nil || !slices.Contains(operations, "verify") {
			return "", nil, errors.New("the key is not for verifying")
		}
	}
	fields, err := jwk.texts("kid", "x")
	if err != nil {
		return "", nil, err
	}
	if !webhookID.MatchString(fields["kid"]) {
		return "", nil, errors.New("the id has other characters")
	}
	if strings.HasSuffix(fields["x"], "=") {
		return "", nil, errors.New("x has padding")
	}
	data, err := decodeBase64url(fields["x"])
	if err != nil {
		return "", nil, err
	}
	key, err := parseEd25519(data)
	return fields["kid"], key, err
}

func webhookKeySet(c vectorCase) (outputs, error) {
	keys, err := parseJwks(c.text("jwks"))
	found := map[string]any{}
	for id, key := range keys {
		found[id] = hex.EncodeToString(key)
	}
	return outputs{"keys": found}, err
}

// headersOf takes the signed headers and the signature, by their names in lower case.
func headersOf(c vectorCase) (map[string]string, error) {
	var pairs [][2]string
	c.read("headers", &pairs)
	found := map[string]string{}
	for _, pair := range pairs {
		name := asciiLower(pair[0])
		for _, known := range webhookHeaders {
			if name != known {
				continue
			}
			if _, twice := found[name]; twice {
				return nil, fmt.Errorf("%s is there twice", name)
			}
			found[name] = pair[1]
		}
	}
	for _, known := range webhookHeaders {
		if found[known] == "" {
			return nil, fmt.Errorf("%s is missing or empty", known)
		}
	}
	return found, nil
}

// asciiLower leaves letters alone whose lower case is in ASCII while they are not.
func asciiLower(text string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, text)
}

func webhookVerification(c vectorCase) (outputs, error) {
	if c.text("organizationId") == "" {
		return nil, errors.New("the receiver must expect an organization")
	}
	keys, err := parseJwks(c.text("jwks"))
	if err != nil {
		return nil, err
	}
	headers, err := headersOf(c)
	if err != nil {
		return nil, err
	}
	if headers["x-turnkey-signature-version"] != "v1" || headers["x-turnkey-signature-algorithm"] != "ed25519" {
		return nil, errors.New("another version or algorithm")
	}
	eventID, keyID := headers["x-turnkey-event-id"], headers["x-turnkey-signature-key-id"]
	if !webhookID.MatchString(eventID) || !webhookID.MatchString(keyID) {
		return nil, errors.New("an id has other characters")
	}
	written := headers["x-turnkey-timestamp"]
	if !webhookTime.MatchString(written) {
		return nil, errors.New("the timestamp must be digits")
	}
	timestamp, err := strconv.ParseInt(written, 10, 64)
	if err != nil || timestamp > lastTimestamp {
		return nil, errors.New("the timestamp is too large")
	}
	key, known := keys[keyID]
	if !known {
		return nil, errors.New("an unknown key")
	}
	signature, err := decodeHex(headers["x-turnkey-signature"])
	if err != nil {
		return nil, err
	}
	if len(signature) != ed25519.SignatureSize {
		return nil, errors.New("the signature must have 64 bytes")
	}
	body := c.bytes("body")
	message := append([]byte(strings.Join([]string{"v1.ed25519", keyID, written, eventID, ""}, ".")), body...)
	if err := verifyEd25519(key, message, signature); err != nil {
		return nil, err
	}
	age := int64(c.integer("now")) - timestamp
	if limit := int64(c.integer("maxAgeMs")); age > limit || -age > limit {
		return nil, errors.New("the delivery is not of now")
	}
	organization, event, err := readEvent(body)
	if err != nil {
		return nil, err
	}
	if organization != c.text("organizationId") {
		return nil, errors.New("the delivery is for another organization")
	}
	return outputs{
		"eventId":     eventID,
		"eventType":   event,
		"timestampMs": timestamp,
		"deliveredTo": organization,
	}, nil
}

// readEvent reads whom a signed body is for, and its type: nil if it has none.
func readEvent(body []byte) (organization string, event any, err error) {
	document, err := parseObject(body)
	if err != nil {
		return "", nil, err
	}
	found := false
	// The parent counts, if it is there.
	for _, name := range []string{"organizationId", "parentOrganizationId"} {
		if document.has(name) {
			if organization, err = document.text(name); err != nil {
				return "", nil, err
			}
			found = true
		}
	}
	if !found {
		return "", nil, errors.New("the body names no organization")
	}
	if value, present := document["type"]; !present || value.Kind() == 'n' {
		return organization, nil, nil
	}
	named, err := document.text("type")
	if err != nil {
		return "", nil, err
	}
	if strings.HasPrefix(named, "ACTIVITY_TYPE_") {
		return organization, "ACTIVITY_UPDATES", nil
	}
	if known, listed := webhookEvents[named]; listed {
		return organization, known, nil
	}
	return organization, named, nil
}
