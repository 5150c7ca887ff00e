package chaos

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A disk runs full under a job and under callers. What needs space is refused by name; when there is space again,
// everything works without a restart and nothing is half written. Fault 42.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	if !inside(t) {
		return
	}
	for _, tt := range []struct {
		name, size, dir string
	}{
		{"everything", "24m", ""},
		{"store", "8m", "store"},
		{"database", "8m", "db"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			in, from := install(t, ""), newOrigin(t)
			if tt.name == "database" {
				in.settings["database_url"] = "sqlite:" + filepath.Join(in.data, tt.dir, "octavo.db")
			}
			book := newLedger(t, in, newReceiver(t))
			disk := filepath.Join(in.data, tt.dir)
			smallDisk(t, disk, tt.size)
			p := in.serve()
			before := book.submit(in.client.upload("before.md", document("before")), "before")
			book.settle(20 * time.Second)

			from.hold()
			book.faulty(true)
			book.submit(from.url+"/held/running", "running")
			askedFor(t, from, "/held/running", 1)
			free := fill(t, disk)
			from.release() // its result has no place
			refused(t, book, from, tt.name != "database")
			if a := in.client.do("GET", "/job/"+before, nil); a.status != http.StatusOK {
				if err := promptly(a, nil); err != nil {
					t.Errorf("an earlier result: %v", err)
				}
			}
			free()
			book.faulty(false)
			worksAgain(t, book)
			book.settle(time.Minute)
			book.balance()
			in.intact()
			if left := files(t, filepath.Join(in.data, "store", "tmp")); len(left) > 0 {
				t.Errorf("half written files are left: %v", left)
			}
			p.leave()
			in.balanceFolder()
		})
	}
}

// refused wants whatever stores something to be refused once the space is used up, and to stay so. Until then a small
// record may find room inside a file that is there already.
func refused(t testing.TB, book *ledger, from *origin, uploads bool) {
	t.Helper()
	in := book.in
	text := strings.Repeat("Text that does not fit.\n", 20_000)
	n := 0
	submit := func() error {
		n++
		words := fmt.Sprintf("refused%d", n)
		body := book.body(from.url+"/free/"+words, words)
		body["comment"] = text // it is kept as part of the request
		a, err := in.client.try(patience+time.Second, "POST", "/parse", body)
		if err == nil && a.status == http.StatusOK {
			book.note(a.text("job_id"), words)
			return fmt.Errorf("%v", a)
		}
		if err := promptly(a, err); err != nil {
			t.Errorf("submit: %v", err)
		}
		return nil
	}
	upload := func() error {
		a, err := in.client.tryUpload(patience+time.Second, "big.txt", text)
		if err == nil && a.status == http.StatusOK && !uploads {
			return nil
		}
		if err := promptly(a, err); err != nil {
			t.Errorf("upload: %v", err)
		}
		return nil
	}
	if err := upload(); err != nil {
		t.Error(err)
	}
	await(t, 20*time.Second, "jobs are refused", submit)
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		if err := submit(); err != nil {
			t.Errorf("a job is taken again: %v", err)
		}
		if err := upload(); err != nil {
			t.Error(err)
		}
		if a, err := in.client.try(patience, "GET", "/health", nil); err != nil || a.status != http.StatusOK {
			t.Errorf("the process: %v %v", a, err)
		}
	}
}

// worksAgain wants everything to work soon, without help.
func worksAgain(t testing.TB, book *ledger) {
	t.Helper()
	file, err := book.insistUpload("after", 15*time.Second)
	if err == nil {
		err = book.insist(file, "after", 15*time.Second)
	}
	if err != nil {
		t.Errorf("after it: %v", err)
	}
}

// intact checks the pages of the database file.
func (i *installation) intact() {
	i.t.Helper()
	if verdict := i.column("PRAGMA integrity_check"); len(verdict) != 1 || verdict[0] != "ok" {
		i.t.Errorf("integrity check: %v", verdict)
	}
}
