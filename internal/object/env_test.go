package object_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"github.com/octavo-dev/octavo/internal/blob"
	"github.com/octavo-dev/octavo/internal/blob/blobtest"
	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/object"
	"github.com/octavo-dev/octavo/internal/testenv"
)

func TestMain(m *testing.M) { testenv.Main(m) }

// clock is a time tests move.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// env is a store of objects with everything behind it.
type env struct {
	*object.Store
	db    *database.DB
	blobs *blob.Store
	clock *clock
	opt   object.Options
	proxy *blobtest.Proxy         // S3 only
	keys  func() map[string]int64 // what the blob store really holds, with sizes
}

const (
	publicURL = "https://docs.example/octavo"
	org       = "org"
	limit     = 1000 // bytes of a reserved upload
)

// each runs fn on both databases over a local folder, and once over S3.
func each(t *testing.T, fn func(t *testing.T, e *env)) {
	for _, tt := range []struct {
		name, dialect string
		s3            bool
	}{{"sqlite", "sqlite", false}, {"postgres", "postgres", false}, {"s3", "postgres", true}} {
		t.Run(tt.name, func(t *testing.T) {
			e := newEnv(t, tt.dialect, tt.s3)
			fn(t, e)
			e.consistent(t)
		})
	}
}

func newEnv(t testing.TB, dialect string, useS3 bool) *env {
	t.Helper()
	e := &env{db: emptyDatabase(t, dialect), clock: &clock{now: time.Now()}}
	p := newPlace(t, useS3)
	e.proxy, e.keys = p.proxy, p.keys
	var err error
	if e.blobs, err = blob.Open(t.Context(), p.url, p.access); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.blobs.Close() })
	e.open()
	return e
}

// place is somewhere bytes are kept.
type place struct {
	url    string
	access blob.Options
	proxy  *blobtest.Proxy         // S3 only
	keys   func() map[string]int64 // what it really holds, with sizes
}

func newPlace(t testing.TB, useS3 bool) place {
	t.Helper()
	if !useS3 {
		dir := memoryDir(t)
		return place{url: "file://" + dir, keys: func() map[string]int64 { return filesIn(t, dir) }}
	}
	server := testenv.S3(t)
	behind := server
	p := place{proxy: blobtest.NewProxy(t, server.Endpoint), keys: func() map[string]int64 { return keysIn(t, behind) }}
	server.Endpoint = p.proxy.URL
	p.url, p.access.S3 = server.URL(), blob.S3{AccessKey: server.AccessKey, SecretKey: server.SecretKey}
	return p
}

// open makes the store of objects out of what is behind it.
func (e *env) open() {
	e.opt = object.Options{
		PublicURL: publicURL, Keys: [][]byte{[]byte("first key"), []byte("second key")},
		TTL: 24 * time.Hour, UploadTTL: time.Hour, UploadRetention: 24 * time.Hour, DocumentBytes: limit, Now: e.clock.Now,
	}
	e.Store = object.New(e.db, e.blobs, e.opt)
}

// postgres is used by one test after the other: making a new database takes longer than most of them.
var postgres *database.DB

func emptyDatabase(t testing.TB, dialect string) *database.DB {
	t.Helper()
	if dialect == "sqlite" {
		db := openDatabase(t, "sqlite:"+filepath.Join(memoryDir(t), "octavo.db"))
		t.Cleanup(func() { db.Close() })
		return db
	}
	if postgres == nil {
		postgres = openDatabase(t, testenv.Postgres(t))
	}
	for _, table := range []string{"objects", "jobs"} {
		if _, err := postgres.Write.ExecContext(t.Context(), "DELETE FROM "+table); err != nil {
			t.Fatal(err)
		}
	}
	return postgres
}

func openDatabase(t testing.TB, rawURL string) *database.DB {
	t.Helper()
	db, err := database.Open(t.Context(), rawURL, database.Options{})
	if err == nil {
		err = database.Migrate(t.Context(), db)
	}
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// memoryDir is a folder in memory where there is such a thing. Every write is synced, and waiting for a disk that
// other tests keep busy would be most of what these tests do.
func memoryDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "octavo-object-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// consistent checks what no crash and no race may break: a visible row has its bytes, and no bytes are without a
// row.
func (e *env) consistent(t *testing.T) {
	t.Helper()
	rows, err := e.All(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	blobs, known := e.keys(), map[string]bool{}
	for _, o := range rows {
		known[o.BlobKey] = true
		size, exists := blobs[o.BlobKey]
		if o.Stored() && (!exists || size != o.Bytes) {
			t.Errorf("%s %s should have %d bytes and has %d (%v)", o.Kind, o.ID, o.Bytes, size, exists)
		}
	}
	for key := range blobs {
		if !known[key] {
			t.Errorf("no row knows of %s", key)
		}
	}
}

// empty checks that nothing is left at all.
func (e *env) empty(t *testing.T) {
	t.Helper()
	rows, err := e.All(context.Background())
	if err != nil || len(rows) > 0 {
		t.Errorf("%d rows are left, %v", len(rows), err)
	}
	if blobs := e.keys(); len(blobs) > 0 {
		t.Errorf("blobs are left: %v", blobs)
	}
}

func filesIn(t testing.TB, dir string) map[string]int64 {
	found := map[string]int64{}
	files, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		st, err := os.Stat(f)
		if err != nil {
			t.Fatal(err)
		}
		key, err := url.PathUnescape(filepath.Base(f))
		if err != nil {
			t.Fatal(err)
		}
		found[key] = st.Size()
	}
	return found
}

func keysIn(t testing.TB, server testenv.S3Server) map[string]int64 {
	found := map[string]int64{}
	out, err := server.Client().ListObjectsV2(context.Background(), &s3.ListObjectsV2Input{Bucket: &server.Bucket})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range out.Contents {
		found[aws.ToString(o.Key)] = aws.ToInt64(o.Size)
	}
	return found
}

func (e *env) upload(t *testing.T, text string) object.Object {
	t.Helper()
	o, err := e.Upload(t.Context(), org, "txt", "a.txt", strings.NewReader(text), 0)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func (e *env) add(t *testing.T, a object.Artifact, text string) object.Object {
	t.Helper()
	a.Org = org
	o, err := e.Add(t.Context(), a, strings.NewReader(text), 0)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// content reads an upload.
func (e *env) content(t *testing.T, id string) string {
	t.Helper()
	_, _, size, body, err := e.OpenUpload(t.Context(), org, id)
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	got, err := io.ReadAll(body)
	if err != nil || int64(len(got)) != size {
		t.Fatalf("read %d of %d bytes, %v", len(got), size, err)
	}
	return string(got)
}

// send puts content to an upload URL: to the store itself when the URL is the store's, otherwise the way the
// server does it.
func (e *env) send(t *testing.T, putURL, content string) error {
	t.Helper()
	if strings.HasPrefix(putURL, publicURL) {
		id, err := e.VerifyURL(http.MethodPut, putURL)
		if err != nil {
			return err
		}
		_, err = e.PutReserved(t.Context(), id, strings.NewReader(content), int64(len(content)))
		return err
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPut, putURL, bytes.NewReader([]byte(content)))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}

// wantFault checks the name and type of a failure.
func wantFault(t *testing.T, doing string, err error, name fault.Name, typ string) {
	t.Helper()
	if !fault.Is(err, name) || typ != "" && fault.Of(err).Type != typ {
		t.Errorf("%s: %v, want %s %s", doing, err, name, typ)
	}
}

// wantMissing checks that a file is unknown, in the words used for every unknown file.
func wantMissing(t *testing.T, doing string, err error) {
	t.Helper()
	wantFault(t, doing, err, fault.NotFound, "file_access_error")
	if err != nil && fault.Of(err).Message != "the file was not found" {
		t.Errorf("%s: the message tells more than others: %v", doing, err)
	}
}
