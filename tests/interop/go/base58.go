package main

import (
	"errors"
	"math/big"
	"slices"
	"strings"
)

const base58Digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

func decodeBase58(text string) ([]byte, error) {
	number, base := new(big.Int), big.NewInt(58)
	for _, digit := range []byte(text) {
		value := strings.IndexByte(base58Digits, digit)
		if value < 0 {
			return nil, errors.New("not base58")
		}
		number.Add(number.Mul(number, base), big.NewInt(int64(value)))
	}
	zeros := len(text) - len(strings.TrimLeft(text, "1"))
	return append(make([]byte, zeros), number.Bytes()...), nil
}

func encodeBase58(data []byte) string {
	number, base, digit := new(big.Int).SetBytes(data), big.NewInt(58), new(big.Int)
	var digits []byte
	for number.Sign() > 0 {
		number.DivMod(number, base, digit)
		digits = append(digits, base58Digits[digit.Int64()])
	}
	for i := 0; i < len(data) && data[i] == 0; i++ {
		digits = append(digits, '1')
	}
	slices.Reverse(digits)
	return string(digits)
}
