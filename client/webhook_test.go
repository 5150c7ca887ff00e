package client

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"testing"
	"time"
)

// TestVerifyWebhook verifies what a service signs and refuses what is altered, of another key or more than five minutes old.
// Fault W5.
func TestVerifyWebhook(t *testing.T) {
	key, old := []byte("a key of thirty-two bytes, truly"), []byte("the key before it was rotated, so")
	secret := "whsec_" + base64.StdEncoding.EncodeToString(key)
	body := []byte(`{"status":"Completed","job_id":"j1","metadata":null}`)
	now := time.Unix(1_800_000_000, 0)
	sign := func(key []byte, at time.Time, body []byte) string {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte("msg_1." + strconv.FormatInt(at.Unix(), 10) + "." + string(body)))
		return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	}
	head := func(family string, at time.Time, signature string) http.Header {
		h := http.Header{}
		h.Set(family+"-id", "msg_1")
		h.Set(family+"-timestamp", strconv.FormatInt(at.Unix(), 10))
		h.Set(family+"-signature", signature)
		return h
	}
	good := sign(key, now, body)
	half := head("webhook", now, good)
	half.Del("webhook-id")
	for name, c := range map[string]struct {
		secret string
		header http.Header
		body   string
		want   error
	}{
		"one family":              {secret, head("svix", now, good), string(body), nil},
		"the other":               {secret, head("webhook", now, good), string(body), nil},
		"a secret without prefix": {secret[6:], head("svix", now, good), string(body), nil},
		"after a rotation":        {secret, head("svix", now, sign(old, now, body)+" "+good), string(body), nil},
		"nearly five minutes old": {secret, head("svix", now.Add(-tolerance), sign(key, now.Add(-tolerance), body)), string(body), nil},
		"more than that":          {secret, head("svix", now.Add(-tolerance-time.Second), sign(key, now.Add(-tolerance-time.Second), body)), string(body), ErrWebhookTime},
		"from the future":         {secret, head("svix", now.Add(10*time.Minute), sign(key, now.Add(10*time.Minute), body)), string(body), ErrWebhookTime},
		"another body":            {secret, head("svix", now, good), string(body) + " ", ErrWebhookSignature},
		"another time":            {secret, head("svix", now.Add(time.Second), good), string(body), ErrWebhookSignature},
		"another key":             {secret, head("svix", now, sign(old, now, body)), string(body), ErrWebhookSignature},
		"another version":         {secret, head("svix", now, "v2"+good[2:]), string(body), ErrWebhookSignature},
		"half a family":           {secret, half, string(body), ErrWebhookUnsigned},
		"no signature":            {secret, http.Header{}, string(body), ErrWebhookUnsigned},
		"a time that is none":     {secret, http.Header{"Svix-Id": {"msg_1"}, "Svix-Timestamp": {"now"}, "Svix-Signature": {good}}, string(body), ErrWebhookSignature},
	} {
		t.Run(name, func(t *testing.T) {
			if err := verifyAt(c.secret, c.header, []byte(c.body), now); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
	for _, secret := range []string{"", "whsec_", "whsec_!"} {
		if verifyAt(secret, head("svix", now, good), body, now) == nil {
			t.Errorf("secret %q verified", secret)
		}
	}
	if err := VerifyWebhook(secret, head("svix", now, good), body); !errors.Is(err, ErrWebhookTime) {
		t.Errorf("%v, want a message of another day to be refused", err)
	}
}
