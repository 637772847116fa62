package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/asn1"
	"encoding/hex"
	"errors"
	"math/big"
)

const scalarSize = 32

func parseCompressedPoint(data []byte) (*ecdsa.PublicKey, error) {
	x, y := elliptic.UnmarshalCompressed(elliptic.P256(), data)
	if x == nil {
		return nil, errors.New("not a compressed point of P-256")
	}
	uncompressed := append([]byte{4}, x.FillBytes(make([]byte, scalarSize))...)
	return parseUncompressedPoint(append(uncompressed, y.FillBytes(make([]byte, scalarSize))...))
}

func parseUncompressedPoint(data []byte) (*ecdsa.PublicKey, error) {
	return ecdsa.ParseUncompressedPublicKey(elliptic.P256(), data)
}

func parseCompressedHex(text string) (*ecdsa.PublicKey, error) {
	data, err := decodeHex(text)
	if err != nil {
		return nil, err
	}
	return parseCompressedPoint(data)
}

func parseUncompressedHex(text string) (*ecdsa.PublicKey, error) {
	data, err := decodeHex(text)
	if err != nil {
		return nil, err
	}
	return parseUncompressedPoint(data)
}

func parsePrivateKey(data []byte) (*ecdsa.PrivateKey, error) {
	return ecdsa.ParseRawPrivateKey(elliptic.P256(), data)
}

func uncompressedPoint(key *ecdsa.PublicKey) []byte {
	data, err := key.Bytes()
	if err != nil {
		panic(err)
	}
	return data
}

func compressedHex(key *ecdsa.PublicKey) string {
	data := uncompressedPoint(key)
	return hex.EncodeToString(append([]byte{2 + data[2*scalarSize]&1}, data[1:1+scalarSize]...))
}

// signDER signs with the nonce of RFC 6979.
func signDER(key *ecdsa.PrivateKey, message []byte) ([]byte, error) {
	digest := sha256.Sum256(message)
	return key.Sign(nil, digest[:], crypto.SHA256)
}

// signRaw is signDER with r and s in a row.
func signRaw(key *ecdsa.PrivateKey, message []byte) ([]byte, error) {
	der, err := signDER(key, message)
	if err != nil {
		return nil, err
	}
	var signature ecdsaSignature
	if _, err := asn1.Unmarshal(der, &signature); err != nil {
		return nil, err
	}
	raw := make([]byte, 2*scalarSize)
	signature.R.FillBytes(raw[:scalarSize])
	signature.S.FillBytes(raw[scalarSize:])
	return raw, nil
}

type ecdsaSignature struct{ R, S *big.Int }

func verifyDER(key *ecdsa.PublicKey, message, signature []byte) error {
	digest := sha256.Sum256(message)
	if !ecdsa.VerifyASN1(key, digest[:], signature) {
		return errors.New("the signature does not verify")
	}
	return nil
}

func verifyRaw(key *ecdsa.PublicKey, message, signature []byte) error {
	if len(signature) != 2*scalarSize {
		return errors.New("the signature must be r and s, 64 bytes")
	}
	r := new(big.Int).SetBytes(signature[:scalarSize])
	s := new(big.Int).SetBytes(signature[scalarSize:])
	der, err := asn1.Marshal(ecdsaSignature{r, s})
	if err != nil {
		return err
	}
	return verifyDER(key, message, der)
}
