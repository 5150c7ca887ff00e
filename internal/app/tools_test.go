package app_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// fakeTools puts tools that misbehave before the real ones, and gives the folder for temporary files, which nobody else
// uses.
func fakeTools(t *testing.T) (temporary string) {
	t.Helper()
	dir := t.TempDir()
	tool := filepath.Join(dir, "qpdf")
	if out, err := exec.Command("gcc", "-O1", "-o", tool, filepath.Join("testdata", "tool.c")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.Link(tool, filepath.Join(dir, "heif-convert")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	temporary = t.TempDir()
	t.Setenv("TMPDIR", temporary)
	return temporary
}

// heic is a small picture; the tools that are told to act do not look at it.
func heic(t *testing.T, act string) string {
	t.Helper()
	data, err := os.ReadFile("../engine/convert/testdata/plain.heic")
	if err != nil {
		t.Fatal(err)
	}
	return string(data) + "act:" + act
}

// Whatever a tool does costs its document, by name, and leaves nothing behind.
func TestToolsThatMisbehave(t *testing.T) {
	temporary := fakeTools(t)
	s := start(t, "sqlite", "engines: {page_time: 1500ms}", "workers: {cpu: 1}")
	sound := pdf(letter("still here"))
	if status, _, body := s.parseOf("a.pdf", sound, nil); status != 200 {
		t.Fatal(body)
	}
	forgetPeak(t)
	before := s.idle(temporary)
	wants := map[string]string{
		"hang": "TIMEOUT", "fork": "TIMEOUT", "deaf": "TIMEOUT",
		"exit139": "SUBPROCESS_CRASHED", "segv": "SUBPROCESS_CRASHED", "eat": "SUBPROCESS_CRASHED",
		"flood":  "DOCUMENT_TOO_LARGE",
		"stderr": "DOCUMENT_CORRUPT", // it says no, if in many words
	}
	converted, repaired := map[string]string{}, map[string]string{}
	for act := range wants {
		converted[act] = s.submit(s.upload("a.heic", heic(t, act)))
		repaired[act] = s.submit(s.upload("a.pdf", "%PDF-1.7\n% act:"+act+"\nnothing that is a PDF file"))
	}
	for act, want := range wants {
		if j := s.ended(converted[act]); j["status"] != "Failed" || at(j, "error", "name") != want {
			t.Errorf("converter, %s: %v %v, want %s", act, j["status"], j["error"], want)
		}
		// The second chance of a damaged file changes nothing when it does not help.
		if j := s.ended(repaired[act]); j["status"] != "Failed" || at(j, "error", "name") != "DOCUMENT_CORRUPT" {
			t.Errorf("repair, %s: %v %v", act, j["status"], j["error"])
		}
	}
	restored(t, temporary, before)
	for act, want := range map[string]int{"exit139": 500, "flood": 413} {
		if status, code, body := s.parseOf("a.heic", heic(t, act), nil); status != want || code != wants[act] {
			t.Errorf("%s: %d %s, want %d %s: %v", act, status, code, want, wants[act], body)
		}
	}
	restored(t, temporary, before)
	modest(t, before)
	if status, _, body := s.parseOf("a.pdf", sound, nil); status != 200 {
		t.Errorf("the next document: %v", body)
	}
}
