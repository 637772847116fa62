package main

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
)

const (
	schemeP256    = "SIGNATURE_SCHEME_TK_API_P256"
	schemeEd25519 = "SIGNATURE_SCHEME_TK_API_ED25519"
)

func apiKeyStampVerification(c vectorCase) (outputs, error) {
	text, err := decodeBase64url(c.text("header"))
	if err != nil {
		return nil, err
	}
	stamp, err := parseTexts(text, "publicKey", "scheme", "signature")
	if err != nil {
		return nil, err
	}
	key, err := decodeHex(stamp["publicKey"])
	if err != nil {
		return nil, err
	}
	signature, err := decodeHex(stamp["signature"])
	if err != nil {
		return nil, err
	}
	switch stamp["scheme"] {
	case schemeP256:
		err = verifyWithPoint(key, c.body(), signature)
	case schemeEd25519:
		err = verifyWithEd25519(key, c.body(), signature)
	default:
		err = errors.New("an unknown scheme")
	}
	return outputs{"publicKey": hex.EncodeToString(key), "scheme": stamp["scheme"]}, err
}

func verifyWithPoint(point, body, signature []byte) error {
	key, err := parseCompressedPoint(point)
	if err != nil {
		return err
	}
	return verifyDER(key, body, signature)
}

func verifyWithEd25519(public, body, signature []byte) error {
	key, err := parseEd25519(public)
	if err != nil {
		return err
	}
	return verifyEd25519(key, body, signature)
}

func apiKeyStamping(c vectorCase) (outputs, error) {
	stamp := struct {
		PublicKey string `json:"publicKey"`
		Scheme    string `json:"scheme"`
		Signature string `json:"signature"`
	}{Scheme: c.text("scheme")}
	var signature []byte
	switch stamp.Scheme {
	case schemeP256:
		key, err := parsePrivateKey(c.bytes("privateKey"))
		if err != nil {
			return nil, err
		}
		stamp.PublicKey = compressedHex(&key.PublicKey)
		if signature, err = signDER(key, c.body()); err != nil {
			return nil, err
		}
	case schemeEd25519:
		key, err := importEd25519(c.bytes("privateKey"))
		if err != nil {
			return nil, err
		}
		stamp.PublicKey = hex.EncodeToString(key[ed25519.SeedSize:])
		signature = ed25519.Sign(key, c.body())
	default:
		return nil, errors.New("an unknown scheme")
	}
	stamp.Signature = hex.EncodeToString(signature)
	return outputs{"header": encodeBase64url([]byte(compactJSON(stamp)))}, nil
}

func apiKeyImport(c vectorCase) (outputs, error) {
	private, err := decodeHex(c.text("privateKey"))
	if err != nil {
		return nil, err
	}
	var public string
	switch c.text("curve") {
	case "p256":
		var key *ecdsa.PrivateKey
		if key, err = parsePrivateKey(private); err == nil {
			public = compressedHex(&key.PublicKey)
		}
	case "ed25519":
		var key ed25519.PrivateKey
		if key, err = importEd25519(private); err == nil {
			public = hex.EncodeToString(key[ed25519.SeedSize:])
		}
	default:
		err = errors.New("an unknown curve")
	}
	if err != nil {
		return nil, err
	}
	if c.has("claimedPublicKey") {
		claimed, err := decodeHex(c.text("claimedPublicKey"))
		if err != nil {
			return nil, err
		}
		if hex.EncodeToString(claimed) != public {
			return nil, errors.New("another public key came with the private key")
		}
	}
	return outputs{"publicKey": public}, nil
}

// importEd25519 takes a seed, or the seed and its public key.
func importEd25519(private []byte) (ed25519.PrivateKey, error) {
	if len(private) != ed25519.SeedSize && len(private) != ed25519.PrivateKeySize {
		return nil, errors.New("an Ed25519 key has 32 or 64 bytes")
	}
	key := ed25519.NewKeyFromSeed(private[:ed25519.SeedSize])
	if len(private) == ed25519.PrivateKeySize && !key.Equal(ed25519.PrivateKey(private)) {
		return nil, errors.New("the halves of the Ed25519 key disagree")
	}
	return key, nil
}
