package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/sandbox"
)

func TestDoctorLists(t *testing.T) {
	out, code := octavo(settings(t), "doctor", "--format", "json")
	var found []app.Finding
	if err := json.Unmarshal([]byte(out), &found); err != nil || code != 0 {
		t.Fatal(code, err, out)
	}
	said := map[string][]string{}
	for _, f := range found {
		said[f.What] = append(said[f.What], f.Detail)
		if !f.OK || f.Remedy != "" {
			t.Errorf("%+v", f)
		}
		if f.What == "fence" && (len(f.Children) != 6 || strings.HasSuffix(f.Detail, ": ")) {
			t.Errorf("%+v", f)
		}
	}
	for what, want := range map[string]string{
		"disk": "GiB free", "fence": "netns is up around engine read write soffice qpdf heif-convert: no network", "fonts": "liberation, dejavu, droid", "PDF engine": "PDFium 1", "PDF repair": "qpdf 1", "office": "soffice ", "OCR": "tesseract with libtesseract.so.5",
		"languages": "eng", "model": "none configured",
	} {
		if !strings.Contains(strings.Join(said[what], "\n"), want) {
			t.Errorf("%s: %q, want %q", what, said[what], want)
		}
	}
	if len(said["fence"]) != len(sandbox.All()) {
		t.Errorf("%d fences", len(said["fence"]))
	}
}

// Models are probed, all of them, and none is asked anything.
func TestDoctorReachesModels(t *testing.T) {
	gone := httptest.NewServer(nil)
	gone.Close()
	there := httptest.NewServer(http.NotFoundHandler())
	defer there.Close()
	config := settings(t, "inference: {models: [{name: a, provider: local, roles: [language], endpoint: "+gone.URL+"},"+
		"{name: b, provider: local, roles: [vision, language], endpoint: "+there.URL+"}, {name: c, provider: openai, roles: [language], api_key_env: DOCTOR_NO_KEY}]}")
	out, code := octavo(config, "doctor")
	for _, want := range []string{
		"FAIL  model      a (local, language) cannot be reached\n                 → check its endpoint",
		"ok    model      b (local, vision language) can be reached, in ", "FAIL  model      c (openai, language) has no key\n                 → set the variable DOCTOR_NO_KEY\n",
	} {
		if code != 1 || !strings.Contains(out, want) {
			t.Errorf("%d: %q is missing in\n%s", code, want, out)
		}
	}
}
