package main

import (
	"bytes"
	"crypto/ecdsa"
	"errors"
	"fmt"
)

// openEnvelope checks a signed bundle against the key that is trusted, and gives the document inside.
func openEnvelope(bundle, trusted string) (object, error) {
	pinned, err := parseUncompressedHex(trusted)
	if err != nil {
		return nil, err
	}
	names := []string{"version", "data", "dataSignature", "enclaveQuorumPublic"}
	parsed, err := parseObject([]byte(bundle), append(names, "encappedPublicSignature", "targetPublicSignature")...)
	if err != nil {
		return nil, err
	}
	envelope, err := parsed.texts(names...)
	if err != nil {
		return nil, err
	}
	if envelope["version"] != "v1.0.0" {
		return nil, errors.New("an unknown version")
	}
	quorum, err := decodeHex(envelope["enclaveQuorumPublic"])
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(quorum, uncompressedPoint(pinned)) {
		return nil, errors.New("the bundle names another quorum key")
	}
	data, err := decodeHex(envelope["data"])
	if err != nil {
		return nil, err
	}
	signature, err := decodeHex(envelope["dataSignature"])
	if err != nil {
		return nil, err
	}
	if err := verifyDER(pinned, data, signature); err != nil {
		return nil, err
	}
	return parseObject(data, "encappedPublic", "ciphertext", "targetPublic", "organizationId", "userId")
}

// requireNone refuses a document that has fields of another kind.
func (o object) requireNone(names ...string) error {
	for _, name := range names {
		if o.has(name) {
			return fmt.Errorf("this kind of document has no %s", name)
		}
	}
	return nil
}

// requireEqual compares fields with what is expected.
func requireEqual(fields, expected map[string]string) error {
	for name, value := range expected {
		if fields[name] != value {
			return fmt.Errorf("another %s than expected", name)
		}
	}
	return nil
}

// targetOf takes the enclave's key out of a document that has one.
func targetOf(document object) (*ecdsa.PublicKey, error) {
	if err := document.requireNone("encappedPublic", "ciphertext"); err != nil {
		return nil, err
	}
	target, err := document.text("targetPublic")
	if err != nil {
		return nil, err
	}
	return parseUncompressedHex(target)
}

// openSealed opens what has an encapsulated key and a ciphertext.
func openSealed(document object, private []byte) ([]byte, error) {
	fields, err := document.texts("encappedPublic", "ciphertext")
	if err != nil {
		return nil, err
	}
	encapsulated, err := parseUncompressedHex(fields["encappedPublic"])
	if err != nil {
		return nil, err
	}
	ciphertext, err := decodeHex(fields["ciphertext"])
	if err != nil {
		return nil, err
	}
	return open(private, uncompressedPoint(encapsulated), ciphertext)
}
