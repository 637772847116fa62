package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/hex"
	"encoding/json/v2"
	"errors"
	"regexp"
	"slices"
	"time"
)

var (
	oidAAGUID     = asn1.ObjectIdentifier{1, 3, 6, 1, 4, 1, 45724, 1, 1, 4}
	oidCommonName = asn1.ObjectIdentifier{2, 5, 4, 3}
	countryCode   = regexp.MustCompile(`^[A-Za-z]{2}$`)
)

func attestationVerification(c vectorCase) (outputs, error) {
	found, err := readRegistration(c, c.flag("requireUserVerification"))
	if err != nil {
		return nil, err
	}
	trust, chain, err := found.verifyStatement()
	if err != nil {
		return nil, err
	}
	anchors, err := trustAnchors(c)
	if err != nil {
		return nil, err
	}
	now := time.UnixMilli(int64(c.integer("now")))
	if err := verifyChain(chain, now); err != nil {
		return nil, err
	}
	anchored := isAnchored(chain, anchors, now)
	if !c.flag("allowUnanchored") {
		if trust == "unverified" {
			return nil, errors.New("a statement in a format that is not verified")
		}
		if len(anchors) > 0 && !anchored {
			return nil, errors.New("no path to an anchor")
		}
	}
	return outputs{
		"fmt":           found.format,
		"trust":         trust,
		"anchored":      anchored,
		"cosePublicKey": hex.EncodeToString(found.authenticator.cose),
		"aaguid":        hex.EncodeToString(found.authenticator.aaguid),
		"userVerified":  found.authenticator.flags&userVerified != 0,
	}, nil
}

func trustAnchors(c vectorCase) ([]*x509.Certificate, error) {
	if !c.has("trustAnchors") {
		return nil, nil
	}
	var texts []string
	if err := json.Unmarshal(c["trustAnchors"], &texts); err != nil {
		return nil, err
	}
	var anchors []*x509.Certificate
	for _, text := range texts {
		data, err := decodeHex(text)
		if err != nil {
			return nil, err
		}
		anchor, err := parseCertificate(data)
		if err != nil {
			return nil, err
		}
		anchors = append(anchors, anchor)
	}
	return anchors, nil
}

func parseCertificate(data []byte) (*x509.Certificate, error) {
	const maxCertificateSize = 16384
	if len(data) > maxCertificateSize {
		return nil, errors.New("a certificate that is too large")
	}
	return x509.ParseCertificate(data)
}

// verifyStatement verifies a statement by its format, and gives its certificates.
func (found *registration) verifyStatement() (trust string, chain []*x509.Certificate, err error) {
	switch found.format {
	case "none":
		if len(found.statement) > 0 {
			return "", nil, errors.New("a statement where there should be none")
		}
		return "none", nil, nil
	case "packed":
		return found.verifyPacked()
	default:
		return "unverified", nil, nil
	}
}

func (found *registration) verifyPacked() (string, []*x509.Certificate, error) {
	algorithm, err := field[int64](found.statement, "alg")
	if err != nil {
		return "", nil, err
	}
	signature, err := field[[]byte](found.statement, "sig")
	if err != nil {
		return "", nil, err
	}
	if _, certified := found.statement["x5c"]; !certified {
		if _, ecdaa := found.statement["ecdaaKeyId"]; ecdaa {
			return "", nil, errors.New("ECDAA, which WebAuthn has removed")
		}
		key, err := parseCOSE(found.authenticator.cose)
		if err != nil {
			return "", nil, err
		}
		if key.algorithm != algorithm {
			return "", nil, errors.New("another algorithm than that of the credential")
		}
		return "self", nil, key.verify(found.signed(), signature)
	}
	chain, err := found.certificates()
	if err != nil {
		return "", nil, err
	}
	key, err := certifiedKey(chain[0])
	if err != nil {
		return "", nil, err
	}
	if key.algorithm != algorithm {
		return "", nil, errors.New("another algorithm than that of the certificate")
	}
	if err := key.verify(found.signed(), signature); err != nil {
		return "", nil, err
	}
	return "certified", chain, found.requirePackedCertificate(chain[0])
}

func (found *registration) certificates() ([]*x509.Certificate, error) {
	items, err := field[[]any](found.statement, "x5c")
	if err != nil {
		return nil, err
	}
	if len(items) > 6 {
		return nil, errors.New("more than six certificates")
	}
	var chain []*x509.Certificate
	for _, item := range items {
		data, is := item.([]byte)
		if !is {
			return nil, errors.New("a certificate must be bytes")
		}
		certificate, err := parseCertificate(data)
		if err != nil {
			return nil, err
		}
		for _, other := range chain {
			if bytes.Equal(other.RawSubject, certificate.RawSubject) {
				return nil, errors.New("two certificates of one subject")
			}
		}
		chain = append(chain, certificate)
	}
	if len(chain) == 0 {
		return nil, errors.New("there is no certificate")
	}
	return chain, nil
}

func certifiedKey(certificate *x509.Certificate) (*credentialKey, error) {
	switch public := certificate.PublicKey.(type) {
	case *ecdsa.PublicKey:
		if public.Curve == elliptic.P256() {
			return &credentialKey{algorithmES256, public}, nil
		}
	case ed25519.PublicKey:
		key, err := parseEd25519(public)
		return &credentialKey{algorithmEdDSA, key}, err
	case *rsa.PublicKey:
		if isRSAModulus(public.N) {
			return &credentialKey{algorithmRS256, public}, nil
		}
	}
	return nil, errors.New("a certificate with a key of another kind")
}

// requirePackedCertificate checks WebAuthn, section 8.2.1.
func (found *registration) requirePackedCertificate(certificate *x509.Certificate) error {
	subject := certificate.Subject
	if certificate.Version != 3 || !certificate.BasicConstraintsValid || certificate.IsCA || certificate.MaxPathLen != -1 ||
		len(subject.Country) != 1 || !countryCode.MatchString(subject.Country[0]) || len(subject.Organization) != 1 ||
		subject.CommonName == "" || count(subject, oidCommonName) != 1 ||
		!slices.Equal(subject.OrganizationalUnit, []string{"Authenticator Attestation"}) {
		return errors.New("not a certificate of an authenticator")
	}
	for _, extension := range certificate.Extensions {
		if !extension.Id.Equal(oidAAGUID) {
			continue
		}
		var aaguid []byte
		rest, err := asn1.Unmarshal(extension.Value, &aaguid)
		if err != nil || len(rest) > 0 || extension.Critical || !bytes.Equal(aaguid, found.authenticator.aaguid) {
			return errors.New("a certificate of another model")
		}
	}
	return nil
}

func count(name pkix.Name, attribute asn1.ObjectIdentifier) (number int) {
	for _, each := range name.Names {
		if each.Type.Equal(attribute) {
			number++
		}
	}
	return number
}

// verifyChain checks that each certificate is of its time and signed by the next.
func verifyChain(chain []*x509.Certificate, now time.Time) error {
	for i, certificate := range chain {
		if now.Before(certificate.NotBefore) || now.After(certificate.NotAfter) {
			return errors.New("a certificate that is not of its time")
		}
		if i == 0 {
			continue
		}
		if !certificate.BasicConstraintsValid || !certificate.IsCA ||
			!bytes.Equal(chain[i-1].RawIssuer, certificate.RawSubject) {
			return errors.New("a certificate of another issuer")
		}
		issued := chain[i-1]
		if !slices.Contains(certificateSignatures, issued.SignatureAlgorithm) {
			return errors.New("a certificate that is signed in a way that does not count")
		}
		err := certificate.CheckSignature(issued.SignatureAlgorithm, issued.RawTBSCertificate, issued.Signature)
		if err != nil {
			return err
		}
	}
	return nil
}

// The signatures of certificates that count. CheckSignature takes SHA-1, too.
var certificateSignatures = []x509.SignatureAlgorithm{
	x509.ECDSAWithSHA256, x509.ECDSAWithSHA384, x509.ECDSAWithSHA512,
	x509.SHA256WithRSA, x509.SHA384WithRSA, x509.SHA512WithRSA, x509.PureEd25519,
}

// isAnchored tells whether a chain leads to an anchor by all the rules of X.509.
func isAnchored(chain, anchors []*x509.Certificate, now time.Time) bool {
	if len(chain) == 0 {
		return false
	}
	options := x509.VerifyOptions{
		Roots:         x509.NewCertPool(),
		Intermediates: x509.NewCertPool(),
		CurrentTime:   now,
		KeyUsages:     []x509.ExtKeyUsage{x509.ExtKeyUsageAny},
	}
	for _, anchor := range anchors {
		options.Roots.AddCert(anchor)
	}
	for _, certificate := range chain[1:] {
		options.Intermediates.AddCert(certificate)
	}
	paths, err := chain[0].Verify(options)
	return err == nil && slices.ContainsFunc(paths, knowsCritical)
}

// The extensions that may be critical in a path: key usage, alternative name, basic constraints, extended usage.
var knownExtensions = []string{"2.5.29.15", "2.5.29.17", "2.5.29.19", "2.5.29.37"}

// knowsCritical tells whether all critical extensions of a path are known ones; crypto/x509 knows more.
func knowsCritical(path []*x509.Certificate) bool {
	for _, certificate := range path {
		for _, extension := range certificate.Extensions {
			if extension.Critical && !slices.Contains(knownExtensions, extension.Id.String()) {
				return false
			}
		}
	}
	return true
}
