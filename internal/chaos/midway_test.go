package chaos

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/blob/blobtest"
)

// The process is killed exactly while the store takes an upload, takes a result, or removes a deleted job; and the
// request it was making is lost or still arrives. Fault 40.
func TestKilledMidway(t *testing.T) {
	t.Parallel()
	for name, arrives := range map[string]bool{"lost": false, "arrives": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := install(t, "")
			server, proxy := onBucket(t, in)
			book := newLedger(t, in, newReceiver(t))
			p := in.serve()

			g := newGate(t, proxy, "PUT", "/uploads/", arrives)
			go in.client.tryUpload(time.Minute, "cut.txt", "An upload that is cut off.") // nobody hears the answer
			g.await()
			p.kill()
			g.open()
			p = in.serve()
			if n := in.number("SELECT COUNT(*) FROM objects WHERE state = 'stored'"); n != 0 {
				t.Error("an upload that was cut off is visible")
			}

			g = newGate(t, proxy, "PUT", "/response/", arrives)
			id := book.submit(in.client.upload("doc.md", document("result")), "result")
			g.await()
			p.kill()
			proxy.Set(nil)
			p = in.serve()
			book.settle(30 * time.Second)
			book.balance()

			deleteMidway(t, in, proxy, &p, id, arrives)
			p.leave()
			in.balanceBucket(server)
			if n := in.number("SELECT COUNT(*) FROM objects WHERE job_id = $1", id); n != 0 {
				t.Errorf("the deleted job left %d objects", n)
			}
		})
	}
}

// deleteMidway kills the process while it removes a job.
func deleteMidway(t *testing.T, in *installation, proxy *blobtest.Proxy, p **process, id string, arrives bool) {
	t.Helper()
	inProgress := func() {
		t.Helper()
		a := in.client.do("GET", "/job/"+id, nil)
		if a.status != http.StatusConflict || a.text("error", "name") != "JOB_DELETION_IN_PROGRESS" {
			t.Errorf("while it is deleted: %v", a)
		}
	}
	g := newGate(t, proxy, "DELETE", "/jobs/", arrives)
	in.client.want(http.StatusAccepted, "DELETE", "/job/"+id, nil)
	g.await()
	inProgress()
	(*p).kill()
	*p = in.serve()
	inProgress() // the gate is still closed
	in.client.want(http.StatusAccepted, "DELETE", "/job/"+id, nil)
	g.open()
	await(t, 20*time.Second, "the deletion ends", func() error {
		if a := in.client.do("GET", "/job/"+id, nil); a.status != http.StatusGone || a.text("error", "name") != "JOB_DELETED" {
			return fmt.Errorf("%v", a)
		}
		return nil
	})
}
