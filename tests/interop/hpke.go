// Reads a file of test vectors of HPKE in Wycheproof's form with the standard library of Go, and prints for each case
// the plaintext, or "refused".
package main

import (
	"bytes"
	"crypto/hpke"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
)

type bin []byte

func (b *bin) UnmarshalText(text []byte) (err error) {
	*b, err = hex.DecodeString(string(text))
	return err
}

type test struct {
	TcID                                 int `json:"tcId"`
	SkRm, PkRm, Info, Aad, Enc, Ct, IkmE bin
	Result                               string
}

type group struct {
	Type                 string
	KemID, KdfID, AeadID uint16
	Tests                []test
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// A case of sealing is about the recipient's key. There is no way here to give the ephemeral key, so what was sealed to
// a valid key is opened.
func run(g group, t test) ([]byte, error) {
	kem, err := hpke.NewKEM(g.KemID)
	check(err)
	kdf, err := hpke.NewKDF(g.KdfID)
	check(err)
	aead, err := hpke.NewAEAD(g.AeadID)
	check(err)
	public, err := kem.NewPublicKey(t.PkRm)
	if err != nil {
		return nil, err
	}
	private, err := kem.NewPrivateKey(t.SkRm)
	check(err)
	if !bytes.Equal(private.PublicKey().Bytes(), public.Bytes()) {
		panic("pkRm is not the key of skRm")
	}
	recipient, err := hpke.NewRecipient(t.Enc, private, kdf, aead, t.Info)
	if err != nil {
		return nil, err
	}
	return recipient.Open(t.Aad, t.Ct)
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	check(err)
	var file struct{ TestGroups []group }
	check(json.Unmarshal(text, &file))
	for _, g := range file.TestGroups {
		for _, t := range g.Tests {
			plaintext, err := run(g, t)
			if err != nil {
				fmt.Println(t.TcID, "refused")
			} else {
				fmt.Println(t.TcID, hex.EncodeToString(plaintext))
			}
		}
	}
}
