package client

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// tolerance is how far the time of a webhook may be from now.
const tolerance = 5 * time.Minute

// What is wrong with a webhook.
var (
	ErrWebhookUnsigned  = errors.New("octavo: the webhook is not signed")
	ErrWebhookSignature = errors.New("octavo: the signature of the webhook is wrong")
	ErrWebhookTime      = errors.New("octavo: the webhook is too old or from the future")
)

// WebhookEvent is the body of a webhook: a job has ended.
type WebhookEvent struct {
	Status   Status          `json:"status"`
	JobID    string          `json:"job_id"`
	Metadata json.RawMessage `json:"metadata"` // as the request gave it
}

// VerifyWebhook checks that a webhook was signed with secret, with or without its prefix whsec_, within the last five
// minutes. Body must be exactly what arrived. The id of the message, in the header webhook-id, is the same each time the
// service sends it.
func VerifyWebhook(secret string, header http.Header, body []byte) error {
	return verifyAt(secret, header, body, time.Now())
}

func verifyAt(secret string, header http.Header, body []byte, now time.Time) error {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) == 0 {
		return errors.New("octavo: the secret of a webhook is whsec_ followed by base64")
	}
	for _, family := range []string{"webhook-", "svix-"} {
		id, at, signatures := header.Get(family+"id"), header.Get(family+"timestamp"), header.Get(family+"signature")
		if id == "" || at == "" || signatures == "" {
			continue
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + at + "."))
		mac.Write(body)
		if !signedBy(mac.Sum(nil), signatures) {
			return ErrWebhookSignature
		}
		seconds, err := strconv.ParseInt(at, 10, 64)
		if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > tolerance {
			return ErrWebhookTime
		}
		return nil
	}
	return ErrWebhookUnsigned
}

// signedBy looks for a signature among several, which are separated by blanks; others may be those of an older secret.
func signedBy(want []byte, signatures string) bool {
	for signature := range strings.FieldsSeq(signatures) {
		text, v1 := strings.CutPrefix(signature, "v1,")
		got, err := base64.StdEncoding.DecodeString(text)
		if v1 && err == nil && hmac.Equal(got, want) {
			return true
		}
	}
	return false
}
