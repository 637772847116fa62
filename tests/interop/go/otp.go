package main

import (
	"errors"
	"unicode/utf8"
)

func otpBundle(c vectorCase) (outputs, error) {
	document, err := openEnvelope(c.text("targetBundle"), c.text("tlsFetcherPublicKey"))
	if err != nil {
		return nil, err
	}
	target, err := targetOf(document)
	if err != nil {
		return nil, err
	}
	client, err := parseCompressedHex(c.text("publicKey"))
	if err != nil {
		return nil, err
	}
	code := c.text("otpCode")
	if code == "" {
		return nil, errors.New("the code is empty")
	}
	plaintext := compactJSON(struct {
		Code      string `json:"otp_code"`
		PublicKey string `json:"public_key"`
	}{code, compressedHex(client)})
	encapsulated, ciphertext, err := seal(target, []byte(plaintext))
	if err != nil {
		return nil, err
	}
	opened, err := open(c.bytes("enclavePrivateKey"), encapsulated, ciphertext)
	return outputs{"plaintext": string(opened)}, err
}

func sealedOtp(c vectorCase) (outputs, error) {
	document, err := parseObject([]byte(c.text("encryptedOtpBundle")), "encappedPublic", "ciphertext")
	if err != nil {
		return nil, err
	}
	plaintext, err := openSealed(document, c.bytes("enclavePrivateKey"))
	if err == nil && !utf8.Valid(plaintext) {
		err = errors.New("what is sealed is not text")
	}
	return outputs{"plaintext": string(plaintext)}, err
}
