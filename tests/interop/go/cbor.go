package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"
)

const (
	cborDepth = 16
	cborItems = 1024
)

// cborMap is a map whose keys are integers or text, which is all that WebAuthn has.
type cborMap map[any]any

// decodeCBOR decodes an item and gives what follows it. Every item has one spelling: definite lengths, the
// shortest heads, no key twice, no tags. Integers become int64, the others what Go has for them.
func decodeCBOR(data []byte) (item any, rest []byte, err error) {
	decoder := &cborDecoder{left: cborItems}
	return decoder.decodeItem(data, cborDepth)
}

// cborDecoder counts what is left of the items that may be decoded.
type cborDecoder struct{ left int }

func (decoder *cborDecoder) decodeItem(data []byte, depth int) (any, []byte, error) {
	if decoder.left--; decoder.left < 0 {
		return nil, nil, errors.New("CBOR of too many items")
	}
	if len(data) == 0 {
		return nil, nil, errors.New("CBOR ends too early")
	}
	major, info := data[0]>>5, data[0]&0x1f
	if major == 7 {
		return decodeSimple(data)
	}
	if depth == 0 && (major == 4 || major == 5) {
		return nil, nil, errors.New("CBOR that is nested too deeply")
	}
	argument, data, err := decodeArgument(info, data[1:])
	if err != nil {
		return nil, nil, err
	}
	switch major {
	case 0, 1:
		if argument > math.MaxInt64 {
			return nil, nil, errors.New("CBOR: an integer past 64 bits")
		}
		number := int64(argument)
		if major == 1 {
			number = -1 - number
		}
		return number, data, nil
	case 2, 3:
		if argument > uint64(len(data)) {
			return nil, nil, errors.New("CBOR ends too early")
		}
		if major == 2 {
			return data[:argument:argument], data[argument:], nil
		}
		if !utf8.Valid(data[:argument]) {
			return nil, nil, errors.New("CBOR: text that is not UTF-8")
		}
		return string(data[:argument]), data[argument:], nil
	case 4:
		var items []any
		for ; argument > 0; argument-- {
			var item any
			if item, data, err = decoder.decodeItem(data, depth-1); err != nil {
				return nil, nil, err
			}
			items = append(items, item)
		}
		return items, data, nil
	case 5:
		return decoder.decodeMap(argument, data, depth)
	default:
		return nil, nil, errors.New("CBOR: a tag")
	}
}

func decodeArgument(info byte, data []byte) (uint64, []byte, error) {
	if info < 24 {
		return uint64(info), data, nil
	}
	if info > 27 {
		return 0, nil, errors.New("CBOR: an indefinite or reserved length")
	}
	size := 1 << (info - 24)
	if len(data) < size {
		return 0, nil, errors.New("CBOR ends too early")
	}
	var padded [8]byte
	copy(padded[8-size:], data)
	argument := binary.BigEndian.Uint64(padded[:])
	least := uint64(24)
	if size > 1 {
		least = 1 << (4 * size)
	}
	if argument < least {
		return 0, nil, errors.New("CBOR: not the shortest head")
	}
	return argument, data[size:], nil
}

func (decoder *cborDecoder) decodeMap(pairs uint64, data []byte, depth int) (any, []byte, error) {
	items := cborMap{}
	for ; pairs > 0; pairs-- {
		key, rest, err := decoder.decodeItem(data, depth-1)
		if err != nil {
			return nil, nil, err
		}
		switch key.(type) {
		case int64, string:
		default:
			return nil, nil, errors.New("CBOR: a key that is neither an integer nor text")
		}
		if _, present := items[key]; present {
			return nil, nil, fmt.Errorf("CBOR: the key %v is there twice", key)
		}
		if items[key], data, err = decoder.decodeItem(rest, depth-1); err != nil {
			return nil, nil, err
		}
	}
	return items, data, nil
}

func decodeSimple(data []byte) (any, []byte, error) {
	switch data[0] {
	case 0xf4, 0xf5:
		return data[0] == 0xf5, data[1:], nil
	case 0xf6:
		return nil, data[1:], nil
	case 0xf9, 0xfa, 0xfb: // a float, of which nothing needs the value
		size := 1 + 2<<(data[0]-0xf9)
		if len(data) < size {
			return nil, nil, errors.New("CBOR ends too early")
		}
		return data[:size], data[size:], nil
	default:
		return nil, nil, errors.New("CBOR: a simple value that is not known")
	}
}

// decodeCBORMap decodes a map, after which nothing may follow.
func decodeCBORMap(data []byte) (cborMap, error) {
	item, rest, err := decodeCBOR(data)
	if err != nil {
		return nil, err
	}
	if len(rest) > 0 {
		return nil, errors.New("CBOR: bytes after the item")
	}
	items, is := item.(cborMap)
	if !is {
		return nil, errors.New("CBOR: something else than a map")
	}
	return items, nil
}

// field gives the value of a key, which must be of type T.
func field[T any](items cborMap, key any) (T, error) {
	value, is := items[key].(T)
	if !is {
		return value, fmt.Errorf("CBOR: %v is missing, or of another type", key)
	}
	return value, nil
}

// encodeCBORBytes encodes a byte string of up to 65535 bytes.
func encodeCBORBytes(data []byte) []byte {
	head := []byte{0x59, byte(len(data) >> 8), byte(len(data))}
	switch {
	case len(data) < 24:
		head = []byte{0x40 | byte(len(data))}
	case len(data) < 256:
		head = []byte{0x58, byte(len(data))}
	}
	return append(head, data...)
}
