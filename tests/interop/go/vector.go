package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
)

// A notHex is a field that should be hex and is not: what a caller brings is refused then.
type notHex struct {
	name string
	err  error
}

// A vectorCase has the fields of a case. A field that is not as the documentation says is a crash.
type vectorCase map[string]jsontext.Value

func (c vectorCase) read(name string, into any) {
	value, present := c[name]
	if !present {
		panic("the case has no field " + name)
	}
	if err := json.Unmarshal(value, into); err != nil {
		panic(fmt.Sprintf("the field %s: %v", name, err))
	}
}

func (c vectorCase) has(name string) bool {
	_, present := c[name]
	return present
}

func (c vectorCase) text(name string) (value string) {
	c.read(name, &value)
	return value
}

func (c vectorCase) textOr(name, otherwise string) string {
	if !c.has(name) {
		return otherwise
	}
	return c.text(name)
}

func (c vectorCase) integer(name string) (value int) {
	c.read(name, &value)
	return value
}

func (c vectorCase) flag(name string) (value bool) {
	if c.has(name) {
		c.read(name, &value)
	}
	return value
}

func (c vectorCase) bytes(name string) []byte {
	value, err := hex.DecodeString(c.text(name))
	if err != nil {
		panic(notHex{name, err})
	}
	return value
}

func (c vectorCase) body() []byte {
	times := 1
	if c.has("bodyRepeat") {
		times = c.integer("bodyRepeat")
	}
	return bytes.Repeat(c.bytes("body"), times)
}
