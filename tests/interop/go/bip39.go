package main

import (
	"crypto/pbkdf2"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The order in which the lists are tried.
var languages = []string{
	"english", "chinese_simplified", "chinese_traditional", "czech", "french", "italian", "japanese", "korean", "spanish",
}

const wordBits = 11

// The number of each word, in its composed form, by language.
var wordLists = map[string]map[string]int{}

func loadWordLists(directory string) error {
	for _, language := range languages {
		text, err := os.ReadFile(filepath.Join(directory, language+".txt"))
		if err != nil {
			return err
		}
		words := map[string]int{}
		for number, word := range strings.Fields(string(text)) {
			words[norm.NFC.String(word)] = number
		}
		if len(words) != 1<<wordBits {
			return fmt.Errorf("%s: %d words", language, len(words))
		}
		wordLists[language] = words
	}
	return nil
}

// A reading is a mnemonic in a language that has all of its words. Without entropy, it is not valid.
type reading struct {
	language string
	entropy  []byte
}

// findMnemonic gives the readings of a text, in the order of the languages.
func findMnemonic(text string) []reading {
	var found []reading
	for _, language := range languages {
		separated := text
		if language == "japanese" {
			separated = strings.ReplaceAll(text, "\u3000", " ")
		}
		words := strings.FieldsFunc(separated, func(letter rune) bool { return letter == ' ' })
		numbers := numbersOf(words, language)
		if len(numbers) == 0 {
			continue
		}
		each := reading{language: language}
		if strings.Join(words, " ") == separated {
			each.entropy = entropyOf(numbers)
		}
		found = append(found, each)
	}
	return found
}

// numbersOf gives the numbers of the words; nil if one is not in the list.
func numbersOf(words []string, language string) []int {
	var numbers []int
	for _, word := range words {
		number, known := wordLists[language][norm.NFC.String(word)]
		if !known {
			return nil
		}
		numbers = append(numbers, number)
	}
	return numbers
}

// entropyOf gives what words encode; nil if there are too few or too many, or the checksum is wrong.
func entropyOf(numbers []int) []byte {
	if len(numbers)%3 != 0 || len(numbers) < 12 || len(numbers) > 24 {
		return nil
	}
	bits := new(big.Int)
	for _, number := range numbers {
		bits.Or(bits.Lsh(bits, wordBits), big.NewInt(int64(number)))
	}
	checksumBits := uint(len(numbers) / 3)
	checksum := byte(new(big.Int).And(bits, big.NewInt(1<<checksumBits-1)).Int64())
	entropy := bits.Rsh(bits, checksumBits).FillBytes(make([]byte, 4*checksumBits))
	if sha256.Sum256(entropy)[0]>>(8-checksumBits) != checksum {
		return nil
	}
	return entropy
}

// readMnemonic gives the first valid reading.
func readMnemonic(text string) (reading, error) {
	for _, each := range findMnemonic(text) {
		if each.entropy != nil {
			return each, nil
		}
	}
	return reading{}, errors.New("not a BIP-39 mnemonic")
}

func bip39Mnemonic(c vectorCase) (outputs, error) {
	text := c.text("mnemonic")
	found, err := readMnemonic(text)
	if err != nil {
		return nil, err
	}
	for _, part := range []string{text, c.textOr("passphrase", "")} {
		if utf8.RuneCountInString(part) > 512 {
			return nil, errors.New("a mnemonic and a passphrase have at most 512 characters")
		}
	}
	salt := "mnemonic" + norm.NFKD.String(c.textOr("passphrase", ""))
	seed, err := pbkdf2.Key(sha512.New, norm.NFKD.String(text), []byte(salt), 2048, 64)
	return outputs{
		"language": found.language,
		"entropy":  hex.EncodeToString(found.entropy),
		"seed":     hex.EncodeToString(seed),
	}, err
}
