package main

import (
	"encoding/hex"
	"errors"
	"unicode/utf8"
)

func secretExport(c vectorCase) (outputs, error) {
	plaintext, err := openExport(c)
	if err != nil {
		return nil, err
	}
	return secretText(plaintext)
}

func secretText(plaintext []byte) (outputs, error) {
	if !utf8.Valid(plaintext) {
		return nil, errors.New("a secret must be text in UTF-8")
	}
	return outputs{"text": string(plaintext)}, nil
}

func secretImportVerification(c vectorCase) (outputs, error) {
	document, err := openEnvelope(c.text("bundle"), c.text("signerPublicKey"))
	if err != nil {
		return nil, err
	}
	target, err := targetOf(document)
	if err != nil {
		return nil, err
	}
	if err := document.requireNone("userId"); err != nil {
		return nil, err
	}
	fields, err := document.texts("organizationId")
	if err != nil {
		return nil, err
	}
	expected := map[string]string{"organizationId": c.text("organizationId")}
	return outputs{"targetPublicKey": hex.EncodeToString(uncompressedPoint(target))}, requireEqual(fields, expected)
}

func importedSecret(c vectorCase) (outputs, error) {
	secret := c.text("secret")
	return outputs{"plaintext": hex.EncodeToString([]byte(secret))}, requireContent(secret)
}

func requireContent(secret string) error {
	if secret == "" {
		return errors.New("the secret is empty")
	}
	return nil
}

func sealedSecret(c vectorCase) (outputs, error) {
	document, err := parseObject([]byte(c.text("encryptedBundle")), "encappedPublic", "ciphertext")
	if err != nil {
		return nil, err
	}
	plaintext, err := openSealed(document, c.bytes("enclavePrivateKey"))
	if err != nil {
		return nil, err
	}
	return secretText(plaintext)
}
