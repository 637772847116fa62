package main

import (
	"encoding/hex"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"slices"
)

const schemeClientSignature = "CLIENT_SIGNATURE_SCHEME_API_P256"

type clientSignature struct {
	PublicKey string `json:"publicKey"`
	Scheme    string `json:"scheme"`
	Message   string `json:"message"`
	Signature string `json:"signature"`
}

type loginMessage struct {
	Login struct {
		PublicKey string `json:"publicKey"`
	} `json:"login"`
	TokenID string `json:"tokenId"`
	Type    string `json:"type"`
}

type signupMessage struct {
	SignupV2 struct {
		APIKeys        jsontext.Value `json:"apiKeys,omitzero"`
		Authenticators jsontext.Value `json:"authenticators,omitzero"`
		OauthProviders jsontext.Value `json:"oauthProviders,omitzero"`
		Email          jsontext.Value `json:"email,omitzero"`
		PhoneNumber    jsontext.Value `json:"phoneNumber,omitzero"`
	} `json:"signupV2"`
	TokenID string `json:"tokenId"`
	Type    string `json:"type"`
}

// signUse signs the message that build makes of the token's id and the client's public key.
func signUse(c vectorCase, build func(tokenID, publicKey string) any) (outputs, error) {
	if c.text("curve") != "p256" {
		return nil, errors.New("a client signature needs a key on P-256")
	}
	key, err := parsePrivateKey(c.bytes("privateKey"))
	if err != nil {
		return nil, err
	}
	_, claims, err := readVerificationToken(c.text("verificationToken"))
	if err != nil {
		return nil, err
	}
	if err := requireKey(claims["public_key"], &key.PublicKey); err != nil {
		return nil, err
	}
	public := compressedHex(&key.PublicKey)
	message := compactJSON(build(claims["id"], public))
	signature, err := signRaw(key, []byte(message))
	signed := clientSignature{public, schemeClientSignature, message, hex.EncodeToString(signature)}
	return outputs{"clientSignature": signed}, err
}

func clientSignatureLogin(c vectorCase) (outputs, error) {
	session := ""
	if c.has("sessionPublicKey") {
		_, err := parseCompressedHex(c.text("sessionPublicKey"))
		if err != nil {
			return nil, err
		}
		session = c.text("sessionPublicKey")
	}
	return signUse(c, func(tokenID, publicKey string) any {
		message := loginMessage{TokenID: tokenID, Type: "USAGE_TYPE_LOGIN"}
		message.Login.PublicKey = publicKey
		if session != "" {
			message.Login.PublicKey = session
		}
		return message
	})
}

func clientSignatureSignup(c vectorCase) (outputs, error) {
	return signUse(c, func(tokenID, _ string) any {
		message := signupMessage{TokenID: tokenID, Type: "USAGE_TYPE_SIGNUP"}
		message.SignupV2.APIKeys = c["apiKeys"]
		message.SignupV2.Authenticators = c["authenticators"]
		message.SignupV2.OauthProviders = c["oauthProviders"]
		message.SignupV2.Email = c["email"]
		message.SignupV2.PhoneNumber = c["phoneNumber"]
		return message
	})
}

func clientSignatureVerification(c vectorCase) (outputs, error) {
	signed, err := parseTexts(c["clientSignature"], "publicKey", "scheme", "message", "signature")
	if err != nil {
		return nil, err
	}
	if signed["scheme"] != schemeClientSignature {
		return nil, errors.New("an unknown scheme")
	}
	key, err := parseCompressedHex(signed["publicKey"])
	if err != nil {
		return nil, err
	}
	signature, err := decodeHex(signed["signature"])
	if err != nil {
		return nil, err
	}
	if err := verifyRaw(key, []byte(signed["message"]), signature); err != nil {
		return nil, err
	}
	tokenID, err := usedToken(signed["message"])
	if err != nil || !c.has("verificationToken") {
		return outputs{}, err
	}
	_, claims, err := readVerificationToken(c.text("verificationToken"))
	if err != nil {
		return nil, err
	}
	if claims["id"] != tokenID {
		return nil, errors.New("the message uses another token")
	}
	return outputs{}, requireKey(claims["public_key"], key)
}

// usedToken checks what is signed, and gives the id of the token.
func usedToken(text string) (string, error) {
	message, err := parseObject([]byte(text), "type", "tokenId", "login", "signupV2")
	if err != nil {
		return "", err
	}
	fields, err := message.texts("type", "tokenId")
	if err != nil {
		return "", err
	}
	switch fields["type"] {
	case "USAGE_TYPE_LOGIN":
		if message.has("signupV2") {
			return "", errors.New("a message to log in and to sign up")
		}
		_, err = parseTexts(message["login"], "publicKey")
	case "USAGE_TYPE_SIGNUP":
		if message.has("login") {
			return "", errors.New("a message to log in and to sign up")
		}
		err = requireSignup(message["signupV2"])
	default:
		err = errors.New("an unknown type of message")
	}
	return fields["tokenId"], err
}

// requireSignup checks the types of what a message says of a signup.
func requireSignup(text []byte) error {
	arrays, texts := []string{"apiKeys", "authenticators", "oauthProviders"}, []string{"email", "phoneNumber"}
	signup, err := parseObject(text, append(arrays, texts...)...)
	if err != nil {
		return err
	}
	for _, name := range texts {
		if _, err := signup.text(name); signup.has(name) && err != nil {
			return err
		}
	}
	for _, name := range arrays {
		var items []object
		if !signup.has(name) {
			continue
		}
		if err := json.Unmarshal(signup[name], &items); err != nil {
			return err
		}
		if items == nil || slices.ContainsFunc(items, func(item object) bool { return item == nil }) {
			return fmt.Errorf("%s must be an array of objects", name)
		}
	}
	return nil
}
