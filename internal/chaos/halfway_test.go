package chaos

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"testing"
	"time"
)

// A reserved file whose content was on its way when the process was killed is still without content, and takes it
// the second time. Fault 40.
func TestKilledDuringReservedUpload(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, fresh func(testing.TB) *installation) {
		in := fresh(t)
		book := newLedger(t, in, nil)
		p := in.serve()
		reserved := in.client.want(http.StatusOK, "POST", "/upload", nil)
		file, target := reserved.text("file_id"), reserved.text("presigned_url")
		body, feed := io.Pipe()
		go func() {
			req, err := http.NewRequestWithContext(t.Context(), "PUT", target, body)
			if err != nil {
				t.Error(err)
				return
			}
			if res, err := in.client.http.Do(req); err == nil {
				res.Body.Close()
				t.Errorf("an upload that did not end was answered: %s", res.Status)
			}
			body.CloseWithError(io.ErrClosedPipe)
		}()
		io.WriteString(feed, document("half"))
		await(t, 10*time.Second, "the upload is under way", func() error {
			if len(files(t, filepath.Join(in.data, "store", "tmp"))) == 0 {
				return fmt.Errorf("nothing is written")
			}
			return nil
		})
		p.kill()
		p = in.serve()
		a := in.client.do("POST", "/parse", book.body(file, "whole"))
		if a.status != http.StatusNotFound || a.text("error", "type") != "file_access_error" {
			t.Errorf("the half uploaded file: %v", a)
		}
		in.client.want(http.StatusOK, "PUT", target, document("whole"))
		book.submit(file, "whole")
		book.settle(30 * time.Second)
		book.balance()
		p.leave()
		in.balanceFolder()
	})
}

// A job has ended and its webhook is on the way when the process is killed. It is told again, under the same id.
// Fault W4.
func TestKilledBeforeTelling(t *testing.T) {
	t.Parallel()
	in, from := install(t, ""), newOrigin(t)
	hook := newReceiver(t)
	book := newLedger(t, in, hook)
	p := in.serve()
	hook.silent(true)
	id := book.submit(from.url+"/free/told", "told")
	await(t, 30*time.Second, "the webhook is sent", func() error {
		if hook.told(id) == 0 {
			return fmt.Errorf("not yet")
		}
		return nil
	})
	p.kill()
	hook.silent(false)
	p = in.serve()
	book.settle(time.Minute)
	if n := hook.told(id); n < 2 {
		t.Errorf("the receiver heard of it %d times", n)
	}
	book.balance()
	p.leave()
}
