package chaos

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/blob/blobtest"
	"github.com/octavo-dev/octavo/internal/testenv"
)

// onBucket keeps the bytes of an installation in an S3 bucket behind a proxy that can spoil them.
func onBucket(t testing.TB, in *installation) (testenv.S3Server, *blobtest.Proxy) {
	t.Helper()
	server := testenv.S3(t)
	proxy := blobtest.NewProxy(t, server.Endpoint)
	spoiled := server
	spoiled.Endpoint = proxy.URL
	in.settings["store"] = `{url: "` + spoiled.URL() + `"}`
	in.env = append(in.env, "AWS_ACCESS_KEY_ID="+server.AccessKey, "AWS_SECRET_ACCESS_KEY="+server.SecretKey)
	return server, proxy
}

// The store fails in every way a store can. Callers are told by name, jobs are tried again, and when it is over
// everything works without a restart and no record points at bytes that are not there. Fault 43.
func TestStoreFaults(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		fault blobtest.Fault
		read  time.Duration // how long it may take to read a stored result, or to say that it cannot be read
	}{
		{"500", blobtest.Status(500, "InternalError"), patience},
		{"503", blobtest.Status(503, "SlowDown"), patience},
		{"key rotated", blobtest.Status(403, "InvalidAccessKeyId"), patience},
		{"reset", blobtest.Reset, patience},
		{"done but reset", blobtest.ResetAfter, patience},
		{"truncated", blobtest.Truncate, patience},
		{"hangs", blobtest.Hang, time.Minute},
		{"slow", blobtest.Delay(10 * time.Second), time.Minute},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			in, from := install(t, ""), newOrigin(t)
			server, proxy := onBucket(t, in)
			book := newLedger(t, in, newReceiver(t))
			p := in.serve()
			file := in.client.upload("before.md", document("before"))
			before := book.submit(file, "before")
			book.settle(20 * time.Second)

			from.hold()
			book.faulty(true)
			book.submit(from.url+"/held/running", "running")
			askedFor(t, from, "/held/running", 1)
			proxy.Set(tt.fault)
			from.release() // its document and its result have no place
			book.note(in.client.want(http.StatusOK, "POST", "/parse", book.body(file, "before")).text("job_id"), "before")
			in.knows(t, "store", 15*time.Second)
			for spoilt, n := time.Now(), 0; n == 0 || time.Since(spoilt) < 3*time.Second; n++ {
				tellsStoreFault(t, book, file, before, tt.read)
			}
			if hits := proxy.Set(nil); hits == 0 {
				t.Error("nobody asked the store")
			}
			book.faulty(false)
			back := time.Now()
			worksAgain(t, book)
			t.Logf("works again after %v", time.Since(back))
			book.settle(2 * time.Minute)
			book.balance()
			p.leave()
			in.balanceBucket(server)
		})
	}
}

// knows waits until the process has seen what is wrong.
func (i *installation) knows(t testing.TB, check string, within time.Duration) {
	t.Helper()
	await(t, within, "the fault is noticed", func() error {
		a, err := i.client.try(within, "GET", "/ready", nil)
		if err == nil && a.text("checks", check) == "ok" {
			err = fmt.Errorf("%v", a)
		}
		return err
	})
}

// tellsStoreFault wants what stores to be refused at once, and what reads to be refused or right.
func tellsStoreFault(t testing.TB, book *ledger, file, before string, read time.Duration) {
	t.Helper()
	in := book.in
	if err := promptly(in.client.tryUpload(patience+time.Second, "spoilt.md", "spoilt")); err != nil {
		t.Errorf("upload: %v", err)
	}
	if err := promptly(in.client.try(patience+time.Second, "POST", "/parse", book.body(file, "before"))); err != nil {
		t.Errorf("submit: %v", err)
	}
	a, err := in.client.try(read+time.Second, "GET", "/job/"+before, nil)
	if err == nil && a.status == http.StatusOK {
		if !strings.Contains(fmt.Sprint(a.field("result")), "before") {
			t.Errorf("a result was changed: %v", a)
		}
		return
	}
	if err := unavailable(a, err); err != nil {
		t.Errorf("read: %v", err)
	}
}

// The store answers with other ETags than it has. Its checksums have told that the bytes of a small object arrived, so it is
// there and its record true; an object of several parts cannot be put together and is refused by name. Whoever reads gets
// the right bytes or none. Fault 43.
func TestWrongETags(t *testing.T) {
	t.Parallel()
	in, from := install(t, ""), newOrigin(t)
	server, proxy := onBucket(t, in)
	book := newLedger(t, in, newReceiver(t))
	p := in.serve()
	before := book.submit(in.client.upload("before.md", document("before")), "before")
	book.settle(20 * time.Second)
	proxy.Set(blobtest.WrongETag)
	book.faulty(true)
	for n := range 5 {
		words := fmt.Sprintf("during%d", n)
		book.submit(in.client.upload(words+".md", document(words)), words)
		book.submit(from.url+"/free/"+words, words)
	}
	large := strings.Repeat("A line of a large file.\n", 300_000)
	if err := unavailable(in.client.tryUpload(time.Minute, "large.txt", large)); err != nil {
		t.Errorf("an upload of several parts: %v", err)
	}
	book.settle(time.Minute)
	if a := in.client.do("GET", "/job/"+before, nil); a.status != http.StatusOK || !strings.Contains(fmt.Sprint(a.field("result")), "before") {
		if err := unavailable(a, nil); err != nil {
			t.Errorf("read: %v", err)
		}
	}
	proxy.Set(nil)
	book.faulty(false)
	worksAgain(t, book)
	book.settle(time.Minute)
	book.balance()
	p.leave()
	in.balanceBucket(server)
}
