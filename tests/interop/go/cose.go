package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/sha256"
	"errors"
	"math/big"
)

const (
	algorithmES256 int64 = -7
	algorithmEdDSA int64 = -8
	algorithmRS256 int64 = -257
)

// A credentialKey is the public key of a credential or a certificate, of one algorithm.
type credentialKey struct {
	algorithm int64
	public    crypto.PublicKey
}

func parseCOSE(data []byte) (*credentialKey, error) {
	items, err := decodeCBORMap(data)
	if err != nil {
		return nil, err
	}
	algorithm, err := field[int64](items, int64(3))
	if err != nil {
		return nil, err
	}
	key := &credentialKey{algorithm: algorithm}
	switch algorithm {
	case algorithmES256:
		key.public, err = parseCOSEPoint(items)
	case algorithmEdDSA:
		key.public, err = parseCOSEEd25519(items)
	case algorithmRS256:
		key.public, err = parseCOSERSA(items)
	default:
		err = errors.New("COSE: an algorithm that is not known")
	}
	return key, err
}

// requireParameters checks the numbers of a key. Other parameters are ignored.
func requireParameters(items cborMap, numbers map[int64]int64) error {
	for label, wanted := range numbers {
		if number, err := field[int64](items, label); err != nil || number != wanted {
			return errors.New("COSE: a type or a curve of another algorithm")
		}
	}
	return nil
}

func parseCOSEPoint(items cborMap) (*ecdsa.PublicKey, error) {
	if err := requireParameters(items, map[int64]int64{1: 2, -1: 1}); err != nil {
		return nil, err
	}
	x, err := field[[]byte](items, int64(-2))
	if err != nil {
		return nil, err
	}
	y, err := field[[]byte](items, int64(-3))
	if err != nil {
		return nil, err
	}
	if len(x) != scalarSize || len(y) != scalarSize {
		return nil, errors.New("COSE: a coordinate must have 32 bytes")
	}
	return parseUncompressedPoint(append(append([]byte{4}, x...), y...))
}

func parseCOSEEd25519(items cborMap) (ed25519.PublicKey, error) {
	if err := requireParameters(items, map[int64]int64{1: 1, -1: 6}); err != nil {
		return nil, err
	}
	x, err := field[[]byte](items, int64(-2))
	if err != nil {
		return nil, err
	}
	return parseEd25519(x)
}

// isRSAModulus tells whether a modulus is odd, and neither weak nor made to cost time.
func isRSAModulus(modulus *big.Int) bool {
	return modulus.BitLen() >= 2048 && modulus.BitLen() <= 8192 && modulus.Bit(0) == 1
}

func parseCOSERSA(items cborMap) (*rsa.PublicKey, error) {
	if err := requireParameters(items, map[int64]int64{1: 3}); err != nil {
		return nil, err
	}
	modulus, err := field[[]byte](items, int64(-1))
	if err != nil {
		return nil, err
	}
	exponent, err := field[[]byte](items, int64(-2))
	if err != nil {
		return nil, err
	}
	if len(modulus) == 0 || modulus[0] == 0 || len(exponent) == 0 || exponent[0] == 0 {
		return nil, errors.New("COSE: a number with a leading zero")
	}
	n, e := new(big.Int).SetBytes(modulus), new(big.Int).SetBytes(exponent)
	if !isRSAModulus(n) || e.BitLen() > 31 || e.Bit(0) == 0 || e.Int64() < 3 {
		return nil, errors.New("COSE: not an RSA key")
	}
	return &rsa.PublicKey{N: n, E: int(e.Int64())}, nil
}

func (key *credentialKey) verify(message, signature []byte) error {
	switch public := key.public.(type) {
	case *ecdsa.PublicKey:
		return verifyDER(public, message, signature)
	case ed25519.PublicKey:
		return verifyEd25519(public, message, signature)
	case *rsa.PublicKey:
		digest := sha256.Sum256(message)
		return rsa.VerifyPKCS1v15(public, crypto.SHA256, digest[:], signature)
	default:
		return errors.New("a key of another kind")
	}
}
