package main

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"strings"
)

const privateKeySize = 32

func importBundleVerification(c vectorCase) (outputs, error) {
	document, err := openEnvelope(c.text("bundle"), c.text("signerPublicKey"))
	if err != nil {
		return nil, err
	}
	target, err := targetOf(document)
	if err != nil {
		return nil, err
	}
	fields, err := document.texts("organizationId", "userId")
	if err != nil {
		return nil, err
	}
	expected := map[string]string{"organizationId": c.text("organizationId"), "userId": c.text("userId")}
	return outputs{"targetPublicKey": hex.EncodeToString(uncompressedPoint(target))}, requireEqual(fields, expected)
}

func importedWallet(c vectorCase) (outputs, error) {
	text := c.text("mnemonic")
	if _, err := readMnemonic(text); err != nil {
		return nil, err
	}
	if c["passphrase"].Kind() != 'n' {
		text += importSeparator + c.text("passphrase")
	}
	return outputs{"plaintext": hex.EncodeToString([]byte(text))}, nil
}

func importedPrivateKey(c vectorCase) (outputs, error) {
	plaintext, err := parseImportedKey(c.text("privateKeyText"))
	return outputs{"plaintext": hex.EncodeToString(plaintext)}, err
}

// parseImportedKey takes hex with or without 0x, or a Solana key: base58 of a seed and its public key.
func parseImportedKey(text string) ([]byte, error) {
	digits := text
	if strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X") {
		digits = text[2:]
	}
	key, err := decodeHex(digits)
	if err == nil && len(key) == privateKeySize {
		return key, nil
	}
	key, err = decodeBase58(text)
	if err != nil {
		return nil, err
	}
	if len(key) != ed25519.PrivateKeySize {
		return nil, errors.New("neither 32 bytes of hex nor a Solana key")
	}
	pair, err := importEd25519(key)
	if err != nil {
		return nil, err
	}
	return pair.Seed(), nil
}

func sealedImport(c vectorCase) (outputs, error) {
	document, err := parseObject([]byte(c.text("encryptedBundle")), "encappedPublic", "ciphertext")
	if err != nil {
		return nil, err
	}
	plaintext, err := openSealed(document, c.bytes("enclavePrivateKey"))
	if err != nil {
		return nil, err
	}
	found := outputs{"plaintext": hex.EncodeToString(plaintext)}
	if len(plaintext) != privateKeySize {
		found["mnemonic"], found["passphrase"], err = splitWallet(plaintext, importSeparator)
	}
	return found, err
}
