package guide

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/testenv"
)

// pages are those whose commands are run, from the first to the last, as if somebody pasted them into a terminal.
var pages = []string{
	"README.md", "examples/README.md", "docs/parse.md", "docs/extract.md", "docs/split.md", "docs/classify.md", "docs/edit.md", "docs/pipelines.md", "docs/jobs.md", "docs/webhooks.md", "docs/upgrade.md", "docs/migrating.md",
}

// TestNewcomer runs every command of the pages in a fresh copy of the repository, with four liberties:
//   - "make run" is started once, in the background, and the commands that follow run while it serves. As the page on webhooks
//     says, it may call loopback addresses.
//   - Ports 8080 and 9009 become free ones, and files in /tmp files of the copy, so that nobody else is disturbed.
//   - "make test" is only looked at with "make -n": it would run this test.
//   - An answer of status 400 or more fails a command, as the reader would notice it.
//
// What was set up for the tests, .cache, is not fetched again: the copy has a link to it.
func TestNewcomer(t *testing.T) {
	v := visitor{home: t.TempDir(), service: freePort(t), receiver: freePort(t)}
	copyRepository(t, v.home)
	v.makeRun(t)
	for _, page := range pages {
		t.Run(page, func(t *testing.T) {
			all := blocks(read(t, page))
			if len(all) == 0 {
				t.Fatal("no commands: the page is not written to be run, or is not read well")
			}
			if all[0].script == "" || slices.ContainsFunc(all, func(b block) bool { return open.MatchString(b.script) }) {
				t.Error("a block is empty, or cannot be run as it stands")
			}
			v.run(t, all)
		})
	}
}

// visitor is somebody who reads the pages.
type visitor struct{ home, service, receiver string }

func freePort(t *testing.T) string {
	t.Helper()
	port, err := testenv.FreePort()
	if err != nil {
		t.Fatal(err)
	}
	return strconv.Itoa(port)
}

// here is a text of a page with what is different here; there is what was printed here as the page would show it.
func (v visitor) here(text string) string {
	return strings.NewReplacer("127.0.0.1:8080", "127.0.0.1:"+v.service, "127.0.0.1:9009", "127.0.0.1:"+v.receiver, "PORT=9009", "PORT="+v.receiver, "127.0.0.1/9009", "127.0.0.1/"+v.receiver, "/tmp/", v.home+"/").Replace(text)
}

func (v visitor) there(text string) string {
	return strings.NewReplacer("127.0.0.1:"+v.service, "127.0.0.1:8080", "127.0.0.1:"+v.receiver, "127.0.0.1:9009", v.home+"/", "/tmp/").Replace(text)
}

// apart are lines that cannot be run like others, open ones those with a place to be filled in.
var (
	apart = regexp.MustCompile(`(?m)^make (run|test)\b.*$`)
	open  = regexp.MustCompile(`(?m)^[^#\n].*….*$`)
)

const separator = "\x1e"

func (v visitor) run(t *testing.T, all []block) {
	var script strings.Builder
	script.WriteString("set -euo pipefail\ncurl() { command curl --fail-with-body \"$@\"; }\n")
	for _, b := range all {
		text := apart.ReplaceAllStringFunc(b.script, func(line string) string {
			return "make -n " + strings.Fields(line)[1] + " >/dev/null"
		})
		fmt.Fprintf(&script, "printf '%s'\n%s\n", separator, v.here(text))
	}
	cmd := exec.CommandContext(t.Context(), "bash", "-c", script.String())
	cmd.Dir = v.home
	out, err := cmd.CombinedOutput()
	printed := strings.Split(string(out), separator)[1:]
	for i, text := range printed {
		if text = v.there(text); all[i].prints != "" && (err == nil || i+1 < len(printed)) && !agrees(all[i].prints, text) {
			t.Errorf("line %d prints something else than the page says:\n%s", all[i].line, text)
		}
	}
	if err != nil {
		t.Fatalf("the block at line %d fails: %v\n%s", all[max(0, len(printed)-1)].line, err, printed[max(0, len(printed)-1)])
	}
}

// copyRepository copies what a checkout has, and links what set-up has fetched.
func copyRepository(t *testing.T, into string) {
	t.Helper()
	leave := []string{".git", ".cache", "bin", "octavo-data", "node_modules"}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		switch target := filepath.Join(into, below); {
		case slices.Contains(leave, below) && d.IsDir():
			return filepath.SkipDir
		case slices.Contains(leave, below): // a link, or the .git of a worktree
			return nil
		case d.IsDir():
			return os.MkdirAll(target, 0o755)
		default:
			return copyFile(path, target)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	cache, err := filepath.Abs(filepath.Join(root, ".cache"))
	if err == nil {
		err = os.Symlink(cache, filepath.Join(into, ".cache"))
	}
	if err != nil {
		t.Fatal(err)
	}
}

func copyFile(from, to string) error {
	body, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, body, info.Mode().Perm())
}

// makeRun does what the first page says to begin with, and waits until the service is ready. A shell in between ends the
// whole group when its input closes, which also happens when this process is killed.
func (v visitor) makeRun(t *testing.T) {
	t.Helper()
	address := "127.0.0.1:" + v.service
	cmd := exec.Command("sh", "-c", `trap : TERM; make run & read -r _; kill -TERM 0; wait`)
	cmd.Dir = v.home
	cmd.Env = append(os.Environ(), "OCTAVO_LISTEN="+address, "OCTAVO_FETCH_ALLOW=127.0.0.1", "OCTAVO_SHUTDOWN_GRACE=5s")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	log, err := os.Create(filepath.Join(v.home, "run.log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	leash, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	gone := make(chan error, 1)
	go func() { gone <- cmd.Wait() }()
	t.Cleanup(func() {
		leash.Close()
		<-gone
		if t.Failed() {
			text, _ := os.ReadFile(log.Name()) // best effort
			t.Logf("make run said:\n%.4000s", text)
		}
	})
	client := &http.Client{Timeout: 5 * time.Second}
	for deadline := time.Now().Add(patience); ; {
		res, err := client.Get("http://" + address + "/ready")
		if err == nil {
			res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("make run is not ready: %v", err)
		}
		select {
		case <-t.Context().Done():
			t.Fatal("the test was ended")
		case <-time.After(50 * time.Millisecond):
		}
	}
}
