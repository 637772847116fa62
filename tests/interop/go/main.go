// Command interop puts the test vectors through an implementation of the protocol in Go.
//
// It was written from vectors/ alone: README.md, wire-formats.md, and then the cases. It prints a line of JSON a
// case: whether it accepts the case, and the outputs. It compares nothing with the results in the files.
package main

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
)

// A construct judges a case: it gives the outputs, or the reason to refuse.
type construct func(vectorCase) (outputs, error)

type outputs map[string]any

var constructs = map[string]construct{
	"AccountExport":               accountExport,
	"ApiKeyImport":                apiKeyImport,
	"ApiKeyStampVerification":     apiKeyStampVerification,
	"ApiKeyStamping":              apiKeyStamping,
	"AttestationEncoding":         attestationEncoding,
	"AttestationVerification":     attestationVerification,
	"AttestedStampVerification":   attestedStampVerification,
	"AttestedStamping":            attestedStamping,
	"Bip39Mnemonic":               bip39Mnemonic,
	"ClientSignatureLogin":        clientSignatureLogin,
	"ClientSignatureSignup":       clientSignatureSignup,
	"ClientSignatureVerification": clientSignatureVerification,
	"CredentialBundle":            credentialBundle,
	"CredentialIdDecoding":        credentialIDDecoding,
	"HpkeDeriveKeyPair":           hpkeDeriveKeyPair,
	"HpkeKeySchedule":             hpkeKeySchedule,
	"HpkeOpenBase":                hpkeOpenBase,
	"HpkeSealBase":                hpkeSealBase,
	"ImportBundleVerification":    importBundleVerification,
	"ImportedPrivateKey":          importedPrivateKey,
	"ImportedSecret":              importedSecret,
	"ImportedWallet":              importedWallet,
	"Oauth2ClientSecret":          oauth2ClientSecret,
	"OnRampSecret":                onRampSecret,
	"OtpBundle":                   otpBundle,
	"PullSecret":                  pullSecret,
	"QuorumKeyEnvelope":           quorumKeyEnvelope,
	"QuorumKeyOpening":            quorumKeyOpening,
	"QuorumKeySealing":            quorumKeySealing,
	"SealedBase58Secret":          sealedBase58Secret,
	"SealedImport":                sealedImport,
	"SealedOtp":                   sealedOtp,
	"SealedSecret":                sealedSecret,
	"SecretExport":                secretExport,
	"SecretImportVerification":    secretImportVerification,
	"SessionJwt":                  sessionJwt,
	"VerificationToken":           verificationToken,
	"WalletExport":                walletExport,
	"WebAuthnChallenge":           webAuthnChallenge,
	"WebAuthnStampVerification":   webAuthnStampVerification,
	"WebhookKeySet":               webhookKeySet,
	"WebhookVerification":         webhookVerification,
}

// Files that are left out, and why.
var skipped = map[string]string{
	"activity_vote":           "votes on secp256k1 need a curve that the standard library does not have",
	"api_key_stamp_eip191":    "the standard library has neither secp256k1 nor Keccak",
	"api_key_stamp_secp256k1": "the standard library has no secp256k1",
	"app_proof":               "manifests have encodings of their own, of which the standard library has none",
	"attestation_document":    "documents of enclaves are read with the boot proofs, which are left out",
	"boot_proof":              "manifests have encodings of their own, of which the standard library has none",
	"custom_proof":            "manifests have encodings of their own, of which the standard library has none",
	"enclave_release":         "manifests have encodings of their own, of which the standard library has none",
	"export_proposal":         "stamps on secp256k1 need a curve that the standard library does not have",
	"payload_digest":          "the standard library has no Keccak",
	"private_key_form":        "the standard library has neither base58, bech32 nor scrypt",
	"sealed_request":          "the specification of the operations is not published with the vectors",
	"signature_result":        "the standard library has neither secp256k1 nor Keccak",
	"wallet_address":          "the standard library has neither secp256k1, Keccak nor RIPEMD-160",
}

type line struct {
	File    string  `json:"file"`
	TcID    int     `json:"tcId"`
	ID      string  `json:"id,omitempty"`
	Outcome string  `json:"outcome"`
	Why     string  `json:"why,omitempty"`
	Fired   []int   `json:"fired,omitempty"`
	Outputs outputs `json:"outputs"`
}

func judge(group string, c vectorCase) (outcome, why string, found outputs) {
	defer func() {
		switch reason := recover().(type) {
		case nil:
		case notHex:
			outcome, why, found = "invalid", fmt.Sprintf("the field %s: %v", reason.name, reason.err), nil
		default:
			outcome, why, found = "crash", fmt.Sprintf("%v\n%s", reason, debug.Stack()), nil
		}
	}()
	clear(fired)
	run, known := constructs[group]
	if !known {
		return "skipped", "no implementation of " + group, nil
	}
	found, err := run(c)
	if err != nil {
		return "invalid", err.Error(), nil
	}
	return "valid", "", found
}

func answer(file, group string, c vectorCase) line {
	result := line{File: file, TcID: c.integer("tcId"), ID: c.textOr("id", "")}
	if why, skip := skipped[file]; skip {
		result.Outcome, result.Why = "skipped", why
	} else {
		result.Outcome, result.Why, result.Outputs = judge(group, c)
		result.Fired = slices.Sorted(maps.Keys(fired))
	}
	return result
}

// answerRequests judges the cases that the lines of a file ask for, in that order.
func answerRequests(files map[string]vectorFile, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for row := range strings.Lines(string(text)) {
		var asked request
		if err := json.Unmarshal([]byte(row), &asked); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		clear(removed)
		for _, check := range asked.Without {
			removed[check] = true
		}
		for _, group := range files[asked.File].TestGroups {
			for _, c := range group.Tests {
				if c.integer("tcId") != asked.TcID {
					continue
				}
				if err := write(answer(asked.File, group.Type, c)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func write(result line) error {
	// Without a check, an output may be text that is not UTF-8.
	if err := json.MarshalWrite(os.Stdout, result, jsontext.AllowInvalidUTF8(true)); err != nil {
		return fmt.Errorf("%s, case %d: %w", result.File, result.TcID, err)
	}
	fmt.Println()
	return nil
}

func run(vectors, wordLists, requests string) error {
	if err := loadWordLists(wordLists); err != nil {
		return err
	}
	paths, err := filepath.Glob(filepath.Join(vectors, "*.json"))
	if err != nil {
		return err
	}
	files := map[string]vectorFile{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var file vectorFile
		if err := json.Unmarshal(text, &file); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		files[name] = file
		for _, group := range file.TestGroups {
			for _, c := range group.Tests {
				if requests != "" {
					continue
				}
				if err := write(answer(name, group.Type, c)); err != nil {
					return err
				}
			}
		}
	}
	if requests == "" {
		return nil
	}
	return answerRequests(files, requests)
}

func main() {
	if len(os.Args) < 3 || len(os.Args) > 4 {
		fmt.Fprintln(os.Stderr, "usage: interop VECTORS WORDLISTS [REQUESTS]\n\n"+
			"VECTORS is a directory of vector files, WORDLISTS one of BIP-39 word lists, such as english.txt.\n"+
			"REQUESTS names cases to judge without some checks, a JSON object a line: file, tcId, without.")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], strings.Join(os.Args[3:], "")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
