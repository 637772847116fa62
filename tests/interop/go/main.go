// Command interop puts the test vectors through an implementation of the protocol in Go.
//
// It was written from vectors/ alone: README.md, wire-formats.md, and then the cases. It follows the protocol of
// vectors/PROTOCOL.md, and so is never told the expected results.
package main

import (
	"bufio"
	"encoding/json/v2"
	"fmt"
	"io"
	"os"
	"runtime/debug"
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

// Features that are left out, and why.
var lacking = map[string]string{
	"attestation-formats": "the certificates of packed statements alone are read",
	"ed448":               "the standard library has no Ed448",
}

// A task is a line of the suite.
type task struct {
	ID       string     `json:"id"`
	File     string     `json:"file"`
	Group    string     `json:"group"`
	Features []string   `json:"features"`
	Input    vectorCase `json:"input"`
}

type result struct {
	ID      string  `json:"id"`
	Result  string  `json:"result"`
	Outputs outputs `json:"outputs,omitempty"`
	Reason  string  `json:"reason,omitempty"`
}

func judge(group string, c vectorCase) (outcome, reason string, found outputs) {
	defer func() {
		switch panicked := recover().(type) {
		case nil:
		case notHex:
			outcome, reason, found = "refused", fmt.Sprintf("the field %s: %v", panicked.name, panicked.err), nil
		default:
			outcome, reason, found = "crashed", fmt.Sprintf("%v\n%s", panicked, debug.Stack()), nil
		}
	}()
	run, known := constructs[group]
	if !known {
		return "skipped", "no implementation of " + group, nil
	}
	found, err := run(c)
	if err != nil {
		return "refused", err.Error(), nil
	}
	return "accepted", "", found
}

func answer(given task) result {
	if why, skip := skipped[given.File]; skip {
		return result{ID: given.ID, Result: "skipped", Reason: why}
	}
	for _, feature := range given.Features {
		if why, skip := lacking[feature]; skip {
			return result{ID: given.ID, Result: "skipped", Reason: why}
		}
	}
	outcome, reason, found := judge(given.Group, given.Input)
	return result{ID: given.ID, Result: outcome, Reason: reason, Outputs: found}
}

func run(wordLists string) error {
	if err := loadWordLists(wordLists); err != nil {
		return err
	}
	lines := bufio.NewReader(os.Stdin)
	for {
		text, err := lines.ReadBytes('\n')
		if err == io.EOF && len(text) == 0 {
			return nil
		}
		if err != nil && err != io.EOF {
			return err
		}
		var given task
		if err := json.Unmarshal(text, &given); err != nil {
			return err
		}
		if err := json.MarshalWrite(os.Stdout, answer(given)); err != nil {
			return fmt.Errorf("%s: %w", given.ID, err)
		}
		fmt.Println()
	}
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: interop WORDLISTS < SUITE > RESULTS\n\n"+
			"WORDLISTS is a directory of BIP-39 word lists, such as english.txt. SUITE and RESULTS follow the\n"+
			"protocol of vectors/PROTOCOL.md.")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
