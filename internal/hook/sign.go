package hook

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	secretPrefix = "whsec_"
	secretBytes  = 32
)

// newSecret returns a fresh signing secret in the form receivers configure.
func newSecret() string {
	key := make([]byte, secretBytes)
	rand.Read(key)
	return secretPrefix + base64.StdEncoding.EncodeToString(key)
}

// parseSecret returns the key behind a secret, with or without its prefix. The error does not repeat it.
func parseSecret(secret string) ([]byte, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
	if err != nil {
		return nil, errors.New("a signing secret is whsec_ followed by base64")
	}
	if len(key) < 24 || len(key) > 64 {
		return nil, errors.New("a signing secret holds 24 to 64 bytes")
	}
	return key, nil
}

// sign returns one signature for each key over the message id, the second of the attempt and the body.
func sign(id, seconds string, body []byte, keys [][]byte) string {
	signatures := make([]string, len(keys))
	for i, key := range keys {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + seconds + "."))
		mac.Write(body)
		signatures[i] = "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	}
	return strings.Join(signatures, " ")
}

// header returns what an attempt sends before the body. Without keys the message is not signed.
func header(id string, at time.Time, body []byte, keys [][]byte) http.Header {
	h := http.Header{}
	h.Set("Content-Type", "application/json")
	h.Set("User-Agent", "Octavo-Webhooks/1")
	if len(keys) == 0 {
		return h
	}
	seconds := strconv.FormatInt(at.Unix(), 10)
	signature := sign(id, seconds, body, keys)
	for _, family := range []string{"svix", "webhook"} {
		h.Set(family+"-id", id)
		h.Set(family+"-timestamp", seconds)
		h.Set(family+"-signature", signature)
	}
	return h
}
