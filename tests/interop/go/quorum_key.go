package main

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha512"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"strings"
)

const (
	envelopeNonceSize  = 12
	envelopePointSize  = 65
	envelopeHeaderSize = envelopeNonceSize + envelopePointSize + 4
	envelopeTagSize    = 16
	maxBase58Secret    = 16 << 10
)

// envelopeCipher gives the cipher of an envelope between two points, and its aad.
func envelopeCipher(sender, receiver, shared []byte) (cipher.AEAD, []byte, error) {
	mac := hmac.New(sha512.New, append(append(append([]byte{}, sender...), receiver...), shared...))
	mac.Write([]byte("qos_encryption_hmac_message"))
	block, err := aes.NewCipher(mac.Sum(nil)[:32])
	if err != nil {
		return nil, nil, err
	}
	gcm, err := cipher.NewGCM(block)
	aad := append(append([]byte{}, sender...), envelopePointSize)
	return gcm, append(append(aad, receiver...), envelopePointSize), err
}

func sealEnvelope(receiver *ecdsa.PublicKey, sender *ecdh.PrivateKey, nonce, message []byte) ([]byte, error) {
	public, err := receiver.ECDH()
	if err != nil {
		return nil, err
	}
	shared, err := sender.ECDH(public)
	if err != nil {
		return nil, err
	}
	point := sender.PublicKey().Bytes()
	gcm, aad, err := envelopeCipher(point, public.Bytes(), shared)
	if err != nil {
		return nil, err
	}
	ciphertext := gcm.Seal(nil, nonce, message, aad)
	envelope := append(append([]byte{}, nonce...), point...)
	envelope = binary.LittleEndian.AppendUint32(envelope, uint32(len(ciphertext)))
	return append(envelope, ciphertext...), nil
}

func openQuorumEnvelope(private, envelope []byte) ([]byte, error) {
	if len(envelope) < envelopeHeaderSize+envelopeTagSize {
		return nil, errors.New("the envelope is too short")
	}
	length := binary.LittleEndian.Uint32(envelope[envelopeHeaderSize-4:])
	ciphertext := envelope[envelopeHeaderSize:]
	if uint64(length) != uint64(len(ciphertext)) {
		return nil, errors.New("the length is not that of the ciphertext")
	}
	receiver, err := ecdh.P256().NewPrivateKey(private)
	if err != nil {
		return nil, err
	}
	point := envelope[envelopeNonceSize : envelopeNonceSize+envelopePointSize]
	sender, err := ecdh.P256().NewPublicKey(point)
	if err != nil {
		return nil, err
	}
	shared, err := receiver.ECDH(sender)
	if err != nil {
		return nil, err
	}
	gcm, aad, err := envelopeCipher(point, receiver.PublicKey().Bytes(), shared)
	if err != nil {
		return nil, err
	}
	return gcm.Open(nil, envelope[:envelopeNonceSize], ciphertext, aad)
}

// parseReceiver takes a point in either form.
func parseReceiver(text string) (*ecdsa.PublicKey, error) {
	data, err := decodeHex(text)
	if err != nil {
		return nil, err
	}
	if len(data) == envelopePointSize {
		return parseUncompressedPoint(data)
	}
	return parseCompressedPoint(data)
}

func sealFresh(receiver *ecdsa.PublicKey, message []byte) ([]byte, error) {
	sender, err := ecdh.P256().GenerateKey(nil)
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, envelopeNonceSize)
	rand.Read(nonce)
	return sealEnvelope(receiver, sender, nonce, message)
}

func quorumKeySealing(c vectorCase) (outputs, error) {
	receiver, err := parseReceiver(c.text("publicKey"))
	if err != nil {
		return nil, err
	}
	envelope, err := sealFresh(receiver, c.bytes("message"))
	if err != nil {
		return nil, err
	}
	plaintext, err := openQuorumEnvelope(c.bytes("receiverPrivateKey"), envelope)
	return outputs{"plaintext": hex.EncodeToString(plaintext)}, err
}

func quorumKeyEnvelope(c vectorCase) (outputs, error) {
	receiver, err := parseReceiver(c.text("publicKey"))
	if err != nil {
		return nil, err
	}
	sender, err := ecdh.P256().NewPrivateKey(c.bytes("senderPrivateKey"))
	if err != nil {
		return nil, err
	}
	if len(c.bytes("nonce")) != envelopeNonceSize {
		return nil, errors.New("a nonce has 12 bytes")
	}
	envelope, err := sealEnvelope(receiver, sender, c.bytes("nonce"), c.bytes("message"))
	return outputs{"envelope": hex.EncodeToString(envelope)}, err
}

func quorumKeyOpening(c vectorCase) (outputs, error) {
	plaintext, err := openQuorumEnvelope(c.bytes("receiverPrivateKey"), c.bytes("envelope"))
	return outputs{"plaintext": hex.EncodeToString(plaintext)}, err
}

// secretFor gives what an enclave with a new key finds when it opens what is sealed to it.
func secretFor(secret string, through func(*ecdsa.PrivateKey, []byte) ([]byte, error)) (outputs, error) {
	if err := requireContent(secret); err != nil {
		return nil, err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), nil)
	if err != nil {
		return nil, err
	}
	plaintext, err := through(key, []byte(secret))
	return outputs{"plaintext": hex.EncodeToString(plaintext)}, err
}

func oauth2ClientSecret(c vectorCase) (outputs, error) {
	return secretFor(c.text("secret"), func(key *ecdsa.PrivateKey, secret []byte) ([]byte, error) {
		envelope, err := sealFresh(&key.PublicKey, secret)
		if err != nil {
			return nil, err
		}
		private, err := key.Bytes()
		if err != nil {
			return nil, err
		}
		return openQuorumEnvelope(private, envelope)
	})
}

func throughBase58(key *ecdsa.PrivateKey, secret []byte) ([]byte, error) {
	if len(secret) > maxBase58Secret {
		return nil, errors.New("the secret is too long")
	}
	encapsulated, ciphertext, err := seal(&key.PublicKey, secret)
	if err != nil {
		return nil, err
	}
	point, err := parseUncompressedPoint(encapsulated)
	if err != nil {
		return nil, err
	}
	compressed, err := hex.DecodeString(compressedHex(point))
	if err != nil {
		return nil, err
	}
	private, err := key.Bytes()
	if err != nil {
		return nil, err
	}
	return openBase58Check(private, encodeBase58(appendChecksum(append(compressed, ciphertext...))))
}

func onRampSecret(c vectorCase) (outputs, error) {
	return secretFor(c.text("secret"), throughBase58)
}

func pullSecret(c vectorCase) (outputs, error) {
	return secretFor(strings.Trim(c.text("secret"), "\t\n\v\f\r "), throughBase58)
}

func sealedBase58Secret(c vectorCase) (outputs, error) {
	plaintext, err := openBase58Check(c.bytes("receiverPrivateKey"), c.text("sealed"))
	return outputs{"plaintext": hex.EncodeToString(plaintext)}, err
}
