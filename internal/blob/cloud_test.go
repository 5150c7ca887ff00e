package blob_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/blob"
)

// Signing needs no network, so it is checked for the stores that cannot run here.

func TestGoogleSigns(t *testing.T) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	account, err := json.Marshal(map[string]string{
		"type": "service_account", "client_email": "octavo@example.iam.gserviceaccount.com",
		"private_key": string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})),
		"token_uri":   "http://127.0.0.1:1/token",
	})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "account.json")
	if err := os.WriteFile(file, account, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", file)
	store := openStore(t, "gs://bucket", blob.Options{})
	q := signed(t, store, "/bucket/a/b")
	if q.Get("X-Goog-Signature") == "" || q.Get("X-Goog-Expires") == "" || q.Get("response-content-type") != "application/pdf" ||
		!strings.Contains(q.Get("response-content-disposition"), "x.pdf") {
		t.Errorf("query %v", q)
	}
	raw, ok, err := store.SignPut(t.Context(), "a/b", time.Hour)
	if err != nil || !ok || !strings.HasSuffix(raw, "&X-Goog-SignedHeaders=host") {
		t.Errorf("upload URL %q %v %v: a plain PUT must do", raw, ok, err)
	}
}

func TestAzureSigns(t *testing.T) {
	t.Setenv("AZURE_STORAGE_ACCOUNT", "octavo")
	t.Setenv("AZURE_STORAGE_KEY", base64.StdEncoding.EncodeToString([]byte("0123456789abcdef0123456789abcdef")))
	store := openStore(t, "azblob://container", blob.Options{})
	if q := signed(t, store, "/container/a/b"); q.Get("sig") == "" || q.Get("sp") != "r" {
		t.Errorf("query %v", q)
	}
	if raw, ok, err := store.SignPut(t.Context(), "a/b", time.Hour); ok || err != nil {
		t.Errorf("upload URL %q %v %v: a plain PUT does not do for Azure", raw, ok, err)
	}
}

func signed(t *testing.T, store *blob.Store, path string) url.Values {
	t.Helper()
	raw, ok, err := store.SignGet(t.Context(), "a/b", time.Hour, "x.pdf", "application/pdf")
	if err != nil || !ok {
		t.Fatalf("%v, %v", ok, err)
	}
	u, err := url.Parse(raw)
	if err != nil || u.Path != path {
		t.Fatalf("%s, %v", raw, err)
	}
	return u.Query()
}
