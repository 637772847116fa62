package main

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/hkdf"
	"crypto/hpke"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

const hpkeInfo = "turnkey_hpke"

var kem = hpke.DHKEM(ecdh.P256())

// open opens a message as its receiver.
func open(private, encapsulated, ciphertext []byte) ([]byte, error) {
	key, err := parsePrivateKey(private)
	if err != nil {
		return nil, err
	}
	receiver, err := kem.NewPrivateKey(private)
	if err != nil {
		return nil, err
	}
	recipient, err := hpke.NewRecipient(
		encapsulated, receiver, hpke.HKDFSHA256(), hpke.AES256GCM(), []byte(hpkeInfo))
	if err != nil {
		return nil, err
	}
	return recipient.Open(sealedTo(encapsulated, &key.PublicKey), ciphertext)
}

// seal seals a message to a receiver.
func seal(receiver *ecdsa.PublicKey, plaintext []byte) (encapsulated, ciphertext []byte, err error) {
	public, err := kem.NewPublicKey(uncompressedPoint(receiver))
	if err != nil {
		return nil, nil, err
	}
	encapsulated, sender, err := hpke.NewSender(
		public, hpke.HKDFSHA256(), hpke.AES256GCM(), []byte(hpkeInfo))
	if err != nil {
		return nil, nil, err
	}
	ciphertext, err = sender.Seal(sealedTo(encapsulated, receiver), plaintext)
	return encapsulated, ciphertext, err
}

// sealedTo gives the aad.
func sealedTo(encapsulated []byte, receiver *ecdsa.PublicKey) []byte {
	return append(append([]byte{}, encapsulated...), uncompressedPoint(receiver)...)
}

func hpkeDeriveKeyPair(c vectorCase) (outputs, error) {
	pair, err := kem.DeriveKeyPair(c.bytes("ikm"))
	if err != nil {
		return nil, err
	}
	private, err := pair.Bytes()
	public := pair.PublicKey().Bytes()
	return outputs{"skm": hex.EncodeToString(private), "pkm": hex.EncodeToString(public)}, err
}

func hpkeOpenBase(c vectorCase) (outputs, error) {
	plaintext, err := open(c.bytes("skRm"), c.bytes("enc"), c.bytes("ct"))
	return outputs{"pt": hex.EncodeToString(plaintext)}, err
}

// hpkeSealBase is written from RFC 9180: the package hpke lets nobody choose the ephemeral key.
func hpkeSealBase(c vectorCase) (outputs, error) {
	receiver, err := ecdh.P256().NewPublicKey(c.bytes("pkRm"))
	if err != nil {
		return nil, err
	}
	pair, err := kem.DeriveKeyPair(c.bytes("ikmE"))
	if err != nil {
		return nil, err
	}
	scalar, err := pair.Bytes()
	if err != nil {
		return nil, err
	}
	ephemeral, err := ecdh.P256().NewPrivateKey(scalar)
	if err != nil {
		return nil, err
	}
	shared, err := ephemeral.ECDH(receiver)
	if err != nil {
		return nil, err
	}
	encapsulated := ephemeral.PublicKey().Bytes()

	kemSuite := []byte{'K', 'E', 'M', 0, 0x10}
	suite := []byte{'H', 'P', 'K', 'E', 0, 0x10, 0, 1, 0, 2}
	both := append(append([]byte{}, encapsulated...), receiver.Bytes()...)
	secret := expand(kemSuite, extract(kemSuite, nil, "eae_prk", shared), "shared_secret", both, 32)
	context := append([]byte{0}, extract(suite, nil, "psk_id_hash", nil)...)
	context = append(context, extract(suite, nil, "info_hash", c.bytes("info"))...)
	secret = extract(suite, secret, "secret", nil)
	block, err := aes.NewCipher(expand(suite, secret, "key", context, 32))
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	nonce := expand(suite, secret, "base_nonce", context, gcm.NonceSize())
	ciphertext := gcm.Seal(nil, nonce, c.bytes("pt"), c.bytes("aad"))
	return outputs{"enc": hex.EncodeToString(encapsulated), "ct": hex.EncodeToString(ciphertext)}, nil
}

func extract(suite, salt []byte, label string, material []byte) []byte {
	labeled := append(append(append([]byte("HPKE-v1"), suite...), label...), material...)
	key, err := hkdf.Extract(sha256.New, labeled, salt)
	if err != nil {
		panic(err)
	}
	return key
}

func expand(suite, key []byte, label string, info []byte, length int) []byte {
	labeled := binary.BigEndian.AppendUint16(nil, uint16(length))
	labeled = append(append(append(append(labeled, "HPKE-v1"...), suite...), label...), info...)
	data, err := hkdf.Expand(sha256.New, key, string(labeled), length)
	if err != nil {
		panic(err)
	}
	return data
}
