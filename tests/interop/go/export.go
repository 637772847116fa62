package main

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"
)

const importSeparator = "\n--PASS--\n"

func openExport(c vectorCase) ([]byte, error) {
	document, err := openEnvelope(c.text("bundle"), c.text("signerPublicKey"))
	if err != nil {
		return nil, err
	}
	if err := document.requireNone("targetPublic"); err != nil {
		return nil, err
	}
	fields, err := document.texts("organizationId")
	if err != nil {
		return nil, err
	}
	expected := map[string]string{"organizationId": c.text("organizationId")}
	if err := requireEqual(fields, expected); err != nil {
		return nil, err
	}
	return openSealed(document, c.bytes("targetPrivateKey"))
}

func accountExport(c vectorCase) (outputs, error) {
	plaintext, err := openExport(c)
	if err != nil {
		return nil, err
	}
	if len(plaintext) != ed25519.SeedSize {
		return nil, errors.New("a private key has 32 bytes")
	}
	solana := encodeBase58(ed25519.NewKeyFromSeed(plaintext))
	return outputs{"privateKey": hex.EncodeToString(plaintext), "solana": solana}, nil
}

func walletExport(c vectorCase) (outputs, error) {
	plaintext, err := openExport(c)
	if err != nil {
		return nil, err
	}
	mnemonic, passphrase, err := splitWallet(plaintext, "\n")
	if err != nil {
		return nil, err
	}
	if text, is := passphrase.(string); is { // what was imported may be exported with its separator
		passphrase = strings.TrimPrefix(text, importSeparator[1:])
	}
	var language any
	found := findMnemonic(mnemonic)
	if len(found) > 0 {
		language = found[0].language
	}
	valid := slices.IndexFunc(found, func(each reading) bool { return each.entropy != nil })
	if valid >= 0 {
		language = found[valid].language
	}
	return outputs{
		"mnemonic":      mnemonic,
		"passphrase":    passphrase,
		"language":      language,
		"checksumValid": valid >= 0,
	}, nil
}

// splitWallet splits at the first separator. Without one, the passphrase is nil.
func splitWallet(plaintext []byte, separator string) (mnemonic string, passphrase any, err error) {
	text := string(plaintext)
	if !utf8.ValidString(text) {
		return "", nil, errors.New("a wallet must be text in UTF-8")
	}
	if before, after, found := strings.Cut(text, separator); found {
		return before, after, nil
	}
	return text, nil, nil
}
