package conformance

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/octavo-dev/octavo/client"
)

// notice is a webhook as it arrived.
type notice struct {
	header http.Header
	body   []byte
}

// receiver is a webhook endpoint of a caller.
func receiver(t *testing.T) (url string, arrived <-chan notice) {
	notices := make(chan notice, 10)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		notices <- notice{r.Header.Clone(), body}
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(s.Close)
	return s.URL, notices
}

func webhookSignature(v *visit) {
	url, arrived := receiver(v.T)
	endpoint := v.post("/webhooks/endpoints", object{"url": url})
	secret := text(endpoint, "secret")
	defer v.want(http.StatusOK, "DELETE", "/webhooks/endpoints/"+text(endpoint, "id"), nil)
	id := text(v.post("/parse_async", object{
		"input": v.letter(), "async": object{"metadata": object{"order": 7}, "webhook": object{"mode": "svix"}},
	}), "job_id")
	var n notice
	select {
	case n = <-arrived:
	case <-time.After(patience):
		v.Fatal("no webhook arrived")
	}
	var event object
	if err := json.Unmarshal(n.body, &event); err != nil || text(event, "job_id") != id || text(event, "status") != "Completed" || number(event, "metadata", "order") != 7 {
		v.Errorf("the event: %s", n.body)
	}
	for _, spelling := range []string{secret, strings.TrimPrefix(secret, "whsec_")} {
		for family, verify := range verifiers {
			check := func(want bool, what string, n notice) {
				v.Helper()
				if got := verify(spelling, n) == nil; got != want {
					v.Errorf("%s, secret %.6s…, %s: verified %v, want %v", family, spelling, what, got, want)
				}
			}
			check(true, "as it arrived", n)
			check(false, "with another body", notice{n.header, append(append([]byte{}, n.body...), ' ')})
			check(false, "ten minutes old", n.at(time.Now().Add(-10*time.Minute), secret))
			check(true, "signed again for now", n.at(time.Now(), secret))
			check(false, "with another secret", n.at(time.Now(), "whsec_"+base64.StdEncoding.EncodeToString(make([]byte, 32))))
		}
	}
}

// verifiers check one family of headers each, as receivers do.
var verifiers = map[string]func(secret string, n notice) error{
	"webhook headers": func(secret string, n notice) error {
		return throughLibrary(secret, n.body, n.only("webhook"))
	},
	"webhook headers, with our client": func(secret string, n notice) error {
		return client.VerifyWebhook(secret, n.only("webhook"), n.body)
	},
	"svix headers, with our client": func(secret string, n notice) error {
		return client.VerifyWebhook(secret, n.only("svix"), n.body)
	},
	"svix headers": func(secret string, n notice) error {
		renamed := http.Header{}
		for name, values := range n.only("svix") {
			renamed[http.CanonicalHeaderKey(strings.Replace(strings.ToLower(name), "svix", "webhook", 1))] = values
		}
		return throughLibrary(secret, n.body, renamed)
	},
}

// throughLibrary asks the library that receivers use. It knows one family by name; both are signed by the same rule.
func throughLibrary(secret string, body []byte, header http.Header) error {
	lib, err := standard.NewWebhook(secret)
	if err != nil {
		return err
	}
	return lib.Verify(body, header)
}

// only is the headers of one family.
func (n notice) only(family string) http.Header {
	out := http.Header{}
	for _, part := range []string{"-id", "-timestamp", "-signature"} {
		out.Set(family+part, n.header.Get(family+part))
	}
	return out
}

// at is the notice as it would have been sent at another time.
func (n notice) at(moment time.Time, secret string) notice {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		panic(err) // the service or this test made it
	}
	seconds := strconv.FormatInt(moment.Unix(), 10)
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(n.header.Get("svix-id") + "." + seconds + "."))
	mac.Write(n.body)
	out := notice{n.header.Clone(), n.body}
	for _, family := range []string{"svix", "webhook"} {
		out.header.Set(family+"-timestamp", seconds)
		out.header.Set(family+"-signature", "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	return out
}
