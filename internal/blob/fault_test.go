package blob_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/blob"
	"github.com/octavo-dev/octavo/internal/blob/blobtest"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/testenv"
)

// How long a store bears silence: long where nothing is silent but the machine may be busy.
const (
	long  = 10 * time.Second
	short = 250 * time.Millisecond
)

// throughProxy opens a store with little patience behind a proxy that can spoil its requests.
func throughProxy(t *testing.T, silence time.Duration) (*blob.Store, *blobtest.Proxy, testenv.S3Server) {
	t.Helper()
	server := testenv.S3(t)
	proxy := blobtest.NewProxy(t, server.Endpoint)
	server.Endpoint = proxy.URL
	s, err := blob.OpenImpatient(t.Context(), server.URL(), access(server), silence)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s, proxy, server
}

// Every fault is met by a write, a read, a look and a removal. Each must end soon, by name, after a bounded number
// of requests; and the same store must work as soon as the fault is gone. Fault 43.
func TestStoreFails(t *testing.T) {
	for _, tt := range []struct {
		name    string
		fault   blobtest.Fault
		refused bool
		silence time.Duration
	}{
		{name: "500", fault: blobtest.Status(500, "InternalError")},
		{name: "SlowDown", fault: blobtest.Status(503, "SlowDown")},
		{name: "403", fault: blobtest.Status(403, "AccessDenied"), refused: true},
		{name: "RotatedKey", fault: blobtest.Status(403, "InvalidAccessKeyId"), refused: true},
		{name: "401", fault: blobtest.Status(401, "Unauthorized"), refused: true},
		{name: "NoBucket", fault: blobtest.Only("PUT", blobtest.Status(404, "NoSuchBucket"))},
		{name: "Reset", fault: blobtest.Reset},
		{name: "Hang", fault: blobtest.Hang, silence: short},
		{name: "Truncate", fault: blobtest.Only("GET", blobtest.Truncate)},
		{name: "Shorten", fault: blobtest.Only("GET", blobtest.Shorten)},
		{name: "Stall", fault: blobtest.Only("GET", blobtest.Stall), silence: short},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			store, proxy, _ := throughProxy(t, cmp.Or(tt.silence, long))
			ctx, content := t.Context(), blobtest.Bytes(6<<20)
			old := []byte("old content that is long enough to be cut")
			if _, err := store.Put(ctx, "old", bytes.NewReader(old), blob.PutOptions{}); err != nil {
				t.Fatal(err)
			}
			for _, op := range []struct {
				name string
				run  func(context.Context) error
			}{
				{"put", func(ctx context.Context) error {
					_, err := store.Put(ctx, "new", bytes.NewReader(content), blob.PutOptions{})
					return err
				}},
				{"small put", func(ctx context.Context) error {
					_, err := store.Put(ctx, "small", bytes.NewReader(old), blob.PutOptions{})
					return err
				}},
				{"read", func(ctx context.Context) error {
					got, err := blobtest.Read(ctx, store, "old")
					if err == nil && !bytes.Equal(got, old) {
						t.Errorf("read %q as a success", got)
					}
					return err
				}},
				{"stat", func(ctx context.Context) error { _, err := store.Stat(ctx, "old"); return err }},
				{"delete", func(ctx context.Context) error { return store.Delete(ctx, "nothing") }},
				{"check", store.Check},
			} {
				proxy.Set(tt.fault)
				start := time.Now()
				err := op.run(ctx)
				hits := proxy.Set(nil)
				if hits > 12 {
					t.Errorf("%s: %d requests", op.name, hits)
				}
				if d := time.Since(start); d > 8*time.Second {
					t.Errorf("%s took %v", op.name, d)
				}
				if err == nil {
					continue // not every fault touches every operation; what it touches is asserted below
				}
				if !fault.Is(err, fault.ServiceUnavailable) {
					t.Errorf("%s: %v, want SERVICE_UNAVAILABLE", op.name, err)
				}
				if errors.Is(err, blob.ErrRefused) != tt.refused {
					t.Errorf("%s: %v, refused should be %v", op.name, err, tt.refused)
				}
				if errors.Is(err, blob.ErrNotFound) {
					t.Errorf("%s: %v passes for a missing blob", op.name, err)
				}
			}
			for _, key := range []string{"new", "small"} {
				if err := store.Delete(ctx, key); err != nil {
					t.Errorf("delete after the fault: %v", err)
				}
			}
			if got, err := blobtest.Read(ctx, store, "old"); err != nil || !bytes.Equal(got, old) {
				t.Errorf("read after the fault: %v", err)
			}
			if _, err := store.Put(ctx, "new", bytes.NewReader(content), blob.PutOptions{}); err != nil {
				t.Errorf("put after the fault: %v", err)
			}
			if err := store.Check(ctx); err != nil {
				t.Errorf("check after the fault: %v", err)
			}
		})
	}
}

// A write that failed is not visible and leaves nothing behind. Fault 43.
func TestFailedWrite(t *testing.T) {
	t.Parallel()
	store, proxy, server := throughProxy(t, long)
	ctx := t.Context()
	for _, f := range []blobtest.Fault{blobtest.Status(500, "InternalError"), blobtest.Status(403, "AccessDenied"), blobtest.Reset} {
		for _, size := range []int{10, 6 << 20} {
			proxy.Set(blobtest.Only(http.MethodPut, f))
			if _, err := store.Put(ctx, "new", bytes.NewReader(blobtest.Bytes(size)), blob.PutOptions{}); err == nil {
				t.Error("the write succeeded")
			}
			proxy.Set(nil)
			if _, err := store.Stat(ctx, "new"); !errors.Is(err, blob.ErrNotFound) {
				t.Errorf("after a failed write: %v", err)
			}
			if left := openUploads(t, server); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		}
	}
}

// A read that the store cannot finish fails, whichever way it breaks off.
func TestFailedRead(t *testing.T) {
	t.Parallel()
	store, proxy, _ := throughProxy(t, short)
	ctx := t.Context()
	if _, err := store.Put(ctx, "old", bytes.NewReader(blobtest.Bytes(1000)), blob.PutOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, f := range []blobtest.Fault{blobtest.Truncate, blobtest.Shorten, blobtest.Stall, blobtest.Hang, blobtest.Reset} {
		proxy.Set(blobtest.Only(http.MethodGet, f))
		if got, err := blobtest.Read(ctx, store, "old"); err == nil {
			t.Errorf("read %d of 1000 bytes as a success", len(got))
		}
		proxy.Set(nil)
	}
}

// A fault that passes is not seen by the caller: it is tried again, after a pause. Fault 43.
func TestRetries(t *testing.T) {
	big := blobtest.Bytes(12 << 20)
	for _, tt := range []struct {
		name    string
		fault   func() blobtest.Fault
		silence time.Duration
	}{
		{name: "500", fault: func() blobtest.Fault { return blobtest.First(2, blobtest.Status(500, "InternalError")) }},
		{name: "SlowDown", fault: func() blobtest.Fault { return blobtest.First(2, blobtest.Status(503, "SlowDown")) }},
		{name: "Reset", fault: func() blobtest.Fault { return blobtest.First(2, blobtest.Reset) }},
		{name: "LostAnswer", fault: func() blobtest.Fault { return blobtest.First(1, blobtest.Only("PUT", blobtest.ResetAfter)) }},
		{name: "Hang", fault: func() blobtest.Fault { return blobtest.First(1, blobtest.Hang) }, silence: 3 * short},
		{name: "Truncate", fault: func() blobtest.Fault { return blobtest.Only("GET", blobtest.First(2, blobtest.Truncate)) }},
		{name: "Shorten", fault: func() blobtest.Fault { return blobtest.Only("GET", blobtest.First(2, blobtest.Shorten)) }},
		{name: "Delay", fault: func() blobtest.Fault { return blobtest.Delay(100 * time.Millisecond) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			store, proxy, _ := throughProxy(t, cmp.Or(tt.silence, long))
			for name, content := range map[string][]byte{"small": big[:1000], "big": big} {
				proxy.Set(tt.fault())
				if _, err := store.Put(t.Context(), name, bytes.NewReader(content), blob.PutOptions{}); err != nil {
					t.Errorf("put %s: %v", name, err)
				}
				proxy.Set(tt.fault())
				if got, err := blobtest.Read(t.Context(), store, name); err != nil || !bytes.Equal(got, content) {
					t.Errorf("read %s: %d bytes, %v", name, len(got), err)
				}
			}
		})
	}
}

// A reader that has to go on elsewhere must not mix two contents: the ETag tells. Fault 43.
func TestReaderNoticesChange(t *testing.T) {
	t.Parallel()
	store, proxy, _ := throughProxy(t, long)
	ctx := t.Context()
	if _, err := store.Put(ctx, "k", bytes.NewReader(bytes.Repeat([]byte("a"), 1000)), blob.PutOptions{}); err != nil {
		t.Fatal(err)
	}
	proxy.Set(blobtest.First(1, blobtest.Truncate))
	body, _, err := store.Open(ctx, "k", 0, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	if _, err := store.Put(ctx, "k", bytes.NewReader(bytes.Repeat([]byte("b"), 1000)), blob.PutOptions{}); err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if _, err := got.ReadFrom(body); !fault.Is(err, fault.ServiceUnavailable) {
		t.Errorf("read %d bytes, %v", got.Len(), err)
	}
	if bytes.ContainsRune(got.Bytes(), 'b') {
		t.Error("two contents in one read")
	}
}

func TestMissingBucket(t *testing.T) {
	server := testenv.S3(t)
	server.Bucket = "nobody-made-this"
	store := openStore(t, server.URL(), access(server))
	if err := store.Check(t.Context()); !fault.Is(err, fault.ServiceUnavailable) || errors.Is(err, blob.ErrNotFound) {
		t.Errorf("check: %v", err)
	}
	if _, _, err := store.Open(t.Context(), "k", 0, -1); !fault.Is(err, fault.ServiceUnavailable) {
		t.Errorf("open: %v", err)
	}
	wrong := server
	wrong.SecretKey = "wrong"
	if err := openStore(t, wrong.URL(), access(wrong)).Check(t.Context()); !errors.Is(err, blob.ErrRefused) {
		t.Errorf("wrong secret: %v", err)
	}
}
