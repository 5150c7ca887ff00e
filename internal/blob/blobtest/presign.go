package blobtest

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// presign goes once around where the store can make URLs, and expects it to say so where it cannot.
func (s Suite) presign(t *testing.T) {
	store := s.Open(t)
	ctx := t.Context()
	putURL, canPut, err := store.SignPut(ctx, "p", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	getURL, canGet, err := store.SignGet(ctx, "p", time.Minute, "odd näme \"x\".pdf", "application/pdf")
	if err != nil {
		t.Fatal(err)
	}
	if canPut != (putURL != "") || canGet != (getURL != "") || canPut != canGet {
		t.Fatalf("put %v %q, get %v %q", canPut, putURL, canGet, getURL)
	}
	if !canPut {
		return
	}
	content := Bytes(70_000)
	resp := send(t, http.MethodPut, putURL, content)
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("PUT: %s", resp.Status)
	}
	expect(t, store, "p", content)
	resp = send(t, http.MethodGet, getURL, nil)
	got, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK || !bytes.Equal(got, content) {
		t.Errorf("GET: %s, %d bytes, %v", resp.Status, len(got), err)
	}
	if ct, cd := resp.Header.Get("Content-Type"), resp.Header.Get("Content-Disposition"); ct != "application/pdf" || !strings.Contains(cd, "pdf") {
		t.Errorf("content type %q, disposition %q", ct, cd)
	}
	if resp := send(t, http.MethodPut, getURL, content); resp.StatusCode/100 == 2 {
		t.Error("a URL for reading can write")
	}
	if resp := send(t, http.MethodGet, strings.Replace(getURL, "/p?", "/q?", 1), nil); resp.StatusCode != http.StatusForbidden {
		t.Errorf("another key with the same signature: %s", resp.Status)
	}
}

func send(t *testing.T, method, url string, body []byte) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	return resp
}
