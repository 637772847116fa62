package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"strings"
)

// decodeHex decodes hex whose digits are all lower or all upper case.
func decodeHex(text string) ([]byte, error) {
	if text != strings.ToLower(text) && text != strings.ToUpper(text) {
		return nil, errors.New("hex in mixed case")
	}
	return hex.DecodeString(text)
}

// decodeBase64url decodes base64url with the right padding or none.
func decodeBase64url(text string) ([]byte, error) {
	if strings.HasSuffix(text, "=") {
		return decodeBase64(base64.URLEncoding, text)
	}
	return decodeBase64(base64.RawURLEncoding, text)
}

func decodeBase64(encoding *base64.Encoding, text string) ([]byte, error) {
	if strings.ContainsAny(text, "\r\n") { // which the decoder would pass over
		return nil, errors.New("a line break in base64url")
	}
	return encoding.Strict().DecodeString(text)
}

func encodeBase64url(data []byte) string {
	return base64.RawURLEncoding.EncodeToString(data)
}

// An object is a JSON object whose values are still text.
type object map[string]jsontext.Value

// parseObject parses one JSON object, of which the names given are read. The package json refuses what the
// documentation wants refused, but for names that other readers take for one of these.
func parseObject(text []byte, names ...string) (object, error) {
	var parsed object
	if err := json.Unmarshal(text, &parsed); err != nil {
		return nil, err
	}
	if parsed == nil {
		return nil, errors.New("null instead of an object")
	}
	if err := requireModest(text); err != nil {
		return nil, err
	}
	return parsed, parsed.requireUnfolded(names...)
}

// requireModest refuses a document that nests too deeply, or has too many arrays and objects for its size.
func requireModest(text []byte) error {
	const maxLevels, freeContainers, bytesPerContainer = 64, 2000, 32
	decoder, containers := jsontext.NewDecoder(bytes.NewReader(text)), 0
	for {
		token, err := decoder.ReadToken()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if token.Kind() == '{' || token.Kind() == '[' {
			containers++
		}
		if decoder.StackDepth() > maxLevels {
			return errors.New("JSON that nests too deeply")
		}
	}
	if containers > freeContainers+len(text)/bytesPerContainer {
		return errors.New("too many arrays and objects in JSON")
	}
	return nil
}

// requireUnfolded refuses a name that differs from one of these in the case of its letters alone.
func (o object) requireUnfolded(names ...string) error {
	for name := range o {
		for _, known := range names {
			if name != known && strings.EqualFold(name, known) {
				return fmt.Errorf("a name that some take for %s", known)
			}
		}
	}
	return nil
}

func (o object) has(name string) bool {
	_, present := o[name]
	return present
}

// given tells whether a member is there and not null, which means the same as to leave it out.
func (o object) given(name string) bool {
	value, present := o[name]
	return present && value.Kind() != 'n'
}

func (o object) text(name string) (string, error) {
	value, present := o[name]
	if !present {
		return "", fmt.Errorf("%s is missing", name)
	}
	if value.Kind() != '"' {
		return "", fmt.Errorf("%s must be a string", name)
	}
	var text string
	err := json.Unmarshal(value, &text)
	return text, err
}

// texts gives the values of fields that must be strings.
func (o object) texts(names ...string) (map[string]string, error) {
	values := map[string]string{}
	for _, name := range names {
		value, err := o.text(name)
		if err != nil {
			return nil, err
		}
		values[name] = value
	}
	return values, nil
}

// parseTexts parses a JSON object, and gives the values of fields that must be strings.
func parseTexts(text []byte, names ...string) (map[string]string, error) {
	parsed, err := parseObject(text, names...)
	if err != nil {
		return nil, err
	}
	return parsed.texts(names...)
}

// compactJSON writes JSON as JSON.stringify does.
func compactJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}
