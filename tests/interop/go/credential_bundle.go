package main

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
)

const checksumSize = 4

// openBase58Check opens what is sealed as HPKE, and written as base58check with a compressed point in front.
func openBase58Check(private []byte, text string) ([]byte, error) {
	const pointSize = 33
	data, err := decodeBase58(text)
	if err != nil {
		return nil, err
	}
	if len(data) < pointSize+checksumSize {
		return nil, errors.New("the bundle is too short")
	}
	data, checksum := data[:len(data)-checksumSize], data[len(data)-checksumSize:]
	if subtle.ConstantTimeCompare(checksum, checksumOf(data)) == 0 {
		return nil, errors.New("the checksum is wrong")
	}
	encapsulated, err := parseCompressedPoint(data[:pointSize])
	if err != nil {
		return nil, err
	}
	return open(private, uncompressedPoint(encapsulated), data[pointSize:])
}

func checksumOf(data []byte) []byte {
	once := sha256.Sum256(data)
	twice := sha256.Sum256(once[:])
	return twice[:checksumSize]
}

func appendChecksum(data []byte) []byte {
	return append(data, checksumOf(data)...)
}

func credentialBundle(c vectorCase) (outputs, error) {
	plaintext, err := openBase58Check(c.bytes("targetPrivateKey"), c.text("bundle"))
	if err != nil {
		return nil, err
	}
	key, err := parsePrivateKey(plaintext)
	if err != nil {
		return nil, err
	}
	return outputs{
		"privateKey": hex.EncodeToString(plaintext),
		"publicKey":  compressedHex(&key.PublicKey),
	}, nil
}
