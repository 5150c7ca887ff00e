package conformance

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// certificate is one that signs itself, for the loopback address.
type certificate struct {
	file, keyFile string
	pool          *x509.CertPool // trusts it and nobody else
}

func newCertificate(t *testing.T) *certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "octavo conformance"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		IsCA: true, BasicConstraintsValid: true, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	c := &certificate{file: filepath.Join(dir, "cert.pem"), keyFile: filepath.Join(dir, "key.pem"), pool: x509.NewCertPool()}
	public := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed})
	c.pool.AppendCertsFromPEM(public)
	for path, body := range map[string][]byte{c.file: public, c.keyFile: pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})} {
		if err := os.WriteFile(path, body, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// settings are those of a service that the client libraries meet: https, their prefix, and a document host that it may
// fetch from although it is on loopback.
func (c *certificate) settings() map[string]string {
	return map[string]string{
		"tls":       "{cert_file: " + c.file + ", key_file: " + c.keyFile + "}",
		"id_scheme": prefix,
		"fetch":     `{allow: ["127.0.0.1"]}`,
	}
}
