package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
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
	return parsed, parsed.requireUnfolded(names...)
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
