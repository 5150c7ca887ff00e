package app_test

import (
	"strings"
	"testing"
)

// A job tells where it can be looked at, and its record calls a file what its owner called it.
func TestStudio(t *testing.T) {
	s := start(t, "sqlite", "studio_url: https://docs.example/studio")
	answer := s.want(200, "POST", "/parse", map[string]any{"input": s.upload("Letter 1.txt", "Dear reader")})
	id := answer["job_id"].(string)
	if want := "https://docs.example/studio/job/" + id; answer["studio_link"] != want {
		t.Errorf("link %v, want %s", answer["studio_link"], want)
	}
	if got := at(s.want(200, "GET", "/job/"+id, nil), "source", "inputs", 0, "name"); got != "Letter 1.txt" {
		t.Errorf("name %v", got)
	}
	for path, kind := range map[string]string{
		"/studio": "text/html", "/studio/job/" + id: "text/html", "/studio/": "text/html", "/studio/dist/studio.js": "text/javascript",
		"/studio/studio.js": "text/javascript", "/studio/studio.css": "text/css", "/studio/icon.svg": "image/svg+xml",
	} {
		got := s.do("GET", path, nil)
		if got.Status != 200 || !strings.HasPrefix(got.Header.Get("Content-Type"), kind) {
			t.Errorf("%s: %d %s", path, got.Status, got.Header.Get("Content-Type"))
		}
		policy := got.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") {
			t.Errorf("%s: policy %q", path, policy)
		}
		if strings.Contains(string(got.Body), "{{base}}") {
			t.Errorf("%s: not told where the service is", path)
		}
	}
}

// People who open the address of the service come to Studio, programs are told that there is nothing.
func TestFront(t *testing.T) {
	s := start(t, "sqlite")
	if got := s.want(404, "GET", "/", nil); at(got, "error", "type") != "unknown_path" {
		t.Errorf("got %v", got)
	}
	if got := s.do("GET", "/", nil, "Accept", "text/html,*/*;q=0.8"); got.Status != 200 || !strings.Contains(string(got.Body), "<title>Octavo Studio") {
		t.Errorf("got %d %s", got.Status, got.Body)
	}
}

func TestStudioSwitchedOff(t *testing.T) {
	s := start(t, "sqlite", "studio: {enabled: false}")
	if got := s.want(404, "GET", "/studio", nil); at(got, "error", "type") != "unknown_path" {
		t.Errorf("got %v", got)
	}
	if answer := s.want(200, "POST", "/parse", map[string]any{"input": s.upload("a.txt", "text")}); answer["studio_link"] != nil {
		t.Errorf("link %v", answer["studio_link"])
	}
}
