package main

import (
	"crypto/ed25519"
	"errors"
	"math/big"
	"slices"
)

// The y of the points of small order: those of order 1, 2, 4 and 8, in hex.
var smallOrder = []string{
	"1",
	"7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffec",
	"0",
	"5fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826",
	"7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7",
}

// parseEd25519 takes a public key.
func parseEd25519(data []byte) (ed25519.PublicKey, error) {
	if len(data) != ed25519.PublicKeySize {
		return nil, errors.New("an Ed25519 public key has 32 bytes")
	}
	return data, requireLargeOrder(data)
}

// requireLargeOrder checks the encoding of a point. With one of small order, signatures verify that nobody made.
func requireLargeOrder(data []byte) error {
	bigEndian := slices.Clone(data)
	slices.Reverse(bigEndian)
	bigEndian[0] &= 0x7f // the sign of x
	y := new(big.Int).SetBytes(bigEndian)
	prime := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))
	if y.Cmp(prime) >= 0 {
		return errors.New("an Ed25519 point whose y is not reduced")
	}
	if slices.Contains(smallOrder, y.Text(16)) {
		return errors.New("an Ed25519 point of small order")
	}
	return nil
}

func verifyEd25519(key ed25519.PublicKey, message, signature []byte) error {
	if !ed25519.Verify(key, message, signature) {
		return errors.New("the signature does not verify")
	}
	return requireLargeOrder(signature[:ed25519.PublicKeySize])
}
