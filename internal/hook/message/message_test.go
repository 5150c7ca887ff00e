package message_test

import (
	"encoding/json"
	"regexp"
	"testing"

	"github.com/octavo-dev/octavo/internal/hook/message"
)

func TestNewID(t *testing.T) {
	form := regexp.MustCompile(`^msg_[0-9A-Za-z]{27}$`)
	seen := map[string]bool{}
	letters := map[rune]int{}
	for range 2000 {
		id := message.NewID()
		if !form.MatchString(id) || seen[id] {
			t.Fatalf("bad or repeated id %q", id)
		}
		seen[id] = true
		for _, c := range id[4:] {
			letters[c]++
		}
	}
	// 54,000 draws over 62 characters: about 871 each; far outside means a biased alphabet.
	if len(letters) != 62 {
		t.Errorf("%d different characters, want 62", len(letters))
	}
	for c, n := range letters {
		if n < 650 || n > 1100 {
			t.Errorf("%q appears %d times", c, n)
		}
	}
}

func TestBody(t *testing.T) {
	for _, tt := range []struct {
		name, status, job, metadata, want string
	}{
		{"none", "Completed", "j1", "", `{"status":"Completed","job_id":"j1","metadata":null}`},
		{"null", "Failed", "j1", "null", `{"status":"Failed","job_id":"j1","metadata":null}`},
		{"object", "Completed", "j1", `{ "b": [1, 2.50], "a": "<é&>" }`, `{"status":"Completed","job_id":"j1","metadata":{"b":[1,2.50],"a":"<é&>"}}`},
		{"scalar", "Completed", "j1", `"x"`, `{"status":"Completed","job_id":"j1","metadata":"x"}`},
		{"not JSON", "Completed", "j1", `{"a":`, `{"status":"Completed","job_id":"j1","metadata":null}`},
		{"two values", "Completed", "j1", `1 2`, `{"status":"Completed","job_id":"j1","metadata":null}`},
		{"quoted", "Completed", `a"b<`, ``, `{"status":"Completed","job_id":"a\"b<","metadata":null}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := message.Body(tt.status, tt.job, json.RawMessage(tt.metadata))
			if string(got) != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if !json.Valid(got) {
				t.Error("not JSON")
			}
		})
	}
}
