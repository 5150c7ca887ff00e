package app_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/engine/office/officetest"
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
	office := filepath.Join("..", "engine", "office", "testdata", "soffice.c")
	if out, err := exec.Command("gcc", "-O1", "-o", filepath.Join(dir, "soffice"), office).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
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

// misbehave has every tool do as each of the acts says, and wants the job of a picture and of an office file to end with
// the name that stands for it: asynchronously, and for one of the acts synchronously too. The second chance of a damaged
// PDF file changes nothing when it does not help. It leaves nothing behind.
func misbehave(t *testing.T, wants map[string][2]string, also string, settings ...string) (before state) {
	t.Helper()
	temporary := fakeTools(t)
	s := start(t, "sqlite", append(settings, "workers: {cpu: 1}")...)
	sound := pdf(letter("still here"))
	if status, _, body := s.parseOf("a.pdf", sound, nil); status != 200 {
		t.Fatal(body)
	}
	forgetPeak(t)
	before = s.idle(temporary)
	watched := mostOnDisk(t, s.Config.DataDir, temporary)
	kinds := map[string]func(act string) string{
		"a.heic": func(act string) string { return heic(t, act) },
		"a.rtf":  func(act string) string { return string(officetest.Rtf("act:" + act)) },
		"a.pdf":  func(act string) string { return "%PDF-1.7\n% act:" + act + "\nnothing that is a PDF file" },
	}
	type run struct{ kind, act string }
	jobs := map[run]string{}
	for kind, content := range kinds {
		for act := range wants {
			jobs[run{kind, act}] = s.submit(s.upload(kind, content(act)))
		}
	}
	want := func(r run) string {
		return map[string]string{"a.heic": wants[r.act][0], "a.rtf": wants[r.act][1], "a.pdf": "DOCUMENT_CORRUPT"}[r.kind]
	}
	for r, id := range jobs {
		if j := s.endedWithin(id, 3*time.Minute); j["status"] != "Failed" || at(j, "error", "name") != want(r) {
			t.Errorf("%s, %s: %v %v, want %s", r.kind, r.act, j["status"], j["error"], want(r))
		}
	}
	restored(t, temporary, before)
	for kind, content := range kinds {
		status, name, body := s.parseOf(kind, content(also), nil)
		if name != want(run{kind, also}) || at(body, "error", "code") != float64(status) {
			t.Errorf("%s, %s at once: %d %v", kind, also, status, body)
		}
	}
	restored(t, temporary, before)
	if most := watched(); most > 256<<20 {
		t.Errorf("%d MB on disk at one time", most>>20)
	}
	if status, _, body := s.parseOf("a.pdf", sound, nil); status != 200 {
		t.Errorf("the next document: %v", body)
	}
	return before
}

// Fault 27: a tool that does not come to an end costs its document the time it has, by name, and leaves nothing behind:
// no process of its own and none that it started.
func TestToolsThatHang(t *testing.T) {
	both := [2]string{"TIMEOUT", "TIMEOUT"}
	misbehave(t, map[string][2]string{"hang": both, "fork": both, "deaf": both}, "hang", "engines: {page_time: 1s}", "limits: {conversion_timeout: 1s}")
}

// Fault 28: a tool that dies costs its document, by name, after all tries; one that writes or takes what it may not costs
// neither memory nor disk of the service. A tool that ends by itself with a complaint has judged the document, in
// however many words.
func TestToolsThatCrash(t *testing.T) {
	dies := [2]string{"SUBPROCESS_CRASHED", "SUBPROCESS_CRASHED"}
	before := misbehave(t, map[string][2]string{
		"exit139": dies, "segv": dies, "eat": dies,
		"flood":  {"DOCUMENT_TOO_LARGE", "OFFICE_CONVERSION_TOO_LARGE"},
		"stderr": {"DOCUMENT_CORRUPT", "DOCUMENT_CORRUPT"},
	}, "flood", "limits: {converted_bytes: 16MiB}")
	modest(t, before)
}
