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

// A schedule has what a sender derives, by the names of RFC 9180, section 5.1.
type schedule struct {
	enc, sharedSecret, context, secret, key, baseNonce []byte
}

// deriveSchedule is written from RFC 9180: the package hpke lets nobody choose the ephemeral key.
func deriveSchedule(ikm, receiverPoint, info []byte) (*schedule, error) {
	receiver, err := ecdh.P256().NewPublicKey(receiverPoint)
	if err != nil {
		return nil, err
	}
	pair, err := kem.DeriveKeyPair(ikm)
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
	found := &schedule{enc: ephemeral.PublicKey().Bytes()}

	kemSuite := []byte{'K', 'E', 'M', 0, 0x10}
	suite := []byte{'H', 'P', 'K', 'E', 0, 0x10, 0, 1, 0, 2}
	both := append(append([]byte{}, found.enc...), receiver.Bytes()...)
	found.sharedSecret = expand(kemSuite, extract(kemSuite, nil, "eae_prk", shared), "shared_secret", both, 32)
	found.context = append([]byte{0}, extract(suite, nil, "psk_id_hash", nil)...)
	found.context = append(found.context, extract(suite, nil, "info_hash", info)...)
	found.secret = extract(suite, found.sharedSecret, "secret", nil)
	found.key = expand(suite, found.secret, "key", found.context, 32)
	found.baseNonce = expand(suite, found.secret, "base_nonce", found.context, 12)
	return found, nil
}

func hpkeKeySchedule(c vectorCase) (outputs, error) {
	receiver, err := kem.DeriveKeyPair(c.bytes("ikmR"))
	if err != nil {
		return nil, err
	}
	found, err := deriveSchedule(c.bytes("ikmE"), receiver.PublicKey().Bytes(), c.bytes("info"))
	if err != nil {
		return nil, err
	}
	return outputs{
		"enc":                hex.EncodeToString(found.enc),
		"sharedSecret":       hex.EncodeToString(found.sharedSecret),
		"keyScheduleContext": hex.EncodeToString(found.context),
		"secret":             hex.EncodeToString(found.secret),
		"key":                hex.EncodeToString(found.key),
		"baseNonce":          hex.EncodeToString(found.baseNonce),
	}, nil
}

func hpkeSealBase(c vectorCase) (outputs, error) {
	receiver := c.bytes("pkRm")
	found, err := deriveSchedule(c.bytes("ikmE"), receiver, []byte(hpkeInfo))
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(found.key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	ciphertext := gcm.Seal(nil, found.baseNonce, c.bytes("pt"), append(append([]byte{}, found.enc...), receiver...))
	return outputs{"enc": hex.EncodeToString(found.enc), "ct": hex.EncodeToString(ciphertext)}, nil
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
