package chaos

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"
)

// bin submits jobs and deletes them again, finished or not.
type bin struct {
	t       testing.TB
	in      *installation
	cancel  context.CancelFunc
	all     sync.WaitGroup
	unsure  []string // inputs whose answer was lost
	deleted []string
}

func newBin(t testing.TB, in *installation, from *origin) *bin {
	ctx, cancel := context.WithCancel(t.Context())
	b := &bin{t: t, in: in, cancel: cancel}
	b.all.Go(func() {
		for n := 0; ctx.Err() == nil; n++ {
			input := fmt.Sprintf("%s/free/gone%d", from.url, n)
			id, err := b.submit(input)
			if err != nil {
				b.unsure = append(b.unsure, input)
				time.Sleep(20 * time.Millisecond)
				continue
			}
			b.deleted = append(b.deleted, id)
			for ctx.Err() == nil && b.drop(id) != nil {
				time.Sleep(20 * time.Millisecond)
			}
		}
	})
	t.Cleanup(b.end)
	return b
}

func (b *bin) submit(input string) (string, error) {
	body := map[string]any{"input": input, "async": map[string]any{}}
	a, err := b.in.client.try(patience, "POST", "/parse", body, "Idempotency-Key", input)
	if err == nil && a.status != http.StatusOK {
		if wrong := promptly(a, nil); wrong != nil {
			b.t.Errorf("submit %s: %v", input, wrong)
		}
		err = fmt.Errorf("%v", a)
	}
	return a.text("job_id"), err
}

// drop asks for a deletion once. From the moment it is granted the job is never seen again.
func (b *bin) drop(id string) error {
	a, err := b.in.client.try(patience, "DELETE", "/job/"+id, nil)
	if err != nil {
		return err
	}
	if a.status != http.StatusAccepted && a.status != http.StatusGone {
		if wrong := promptly(a, nil); wrong != nil {
			b.t.Errorf("delete %s: %v", id, wrong)
		}
		return fmt.Errorf("%v", a)
	}
	a, err = b.in.client.try(patience, "GET", "/job/"+id, nil)
	if err != nil || a.status == http.StatusServiceUnavailable {
		return nil
	}
	progress := a.status == http.StatusConflict && a.text("error", "name") == "JOB_DELETION_IN_PROGRESS"
	if gone := a.status == http.StatusGone && a.text("error", "name") == "JOB_DELETED"; !progress && !gone {
		b.t.Errorf("deleted job %s: %v", id, a)
	}
	return nil
}

func (b *bin) end() {
	b.cancel()
	b.all.Wait()
}

// balance wants every deletion to be complete, also of jobs that were submitted without an answer.
func (b *bin) balance() {
	b.t.Helper()
	for _, input := range b.unsure {
		await(b.t, time.Minute, "an answer is repeated", func() error {
			id, err := b.submit(input)
			if err == nil {
				b.deleted = append(b.deleted, id)
			}
			return err
		})
	}
	for _, id := range b.deleted {
		await(b.t, 20*time.Second, "a deletion ends", func() error {
			if err := b.drop(id); err != nil {
				return err
			}
			if a := b.in.client.do("GET", "/job/"+id, nil); a.status != http.StatusGone {
				return fmt.Errorf("%v", a)
			}
			return nil
		})
	}
}
