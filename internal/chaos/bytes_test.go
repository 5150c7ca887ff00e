package chaos

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"

	"github.com/octavo-dev/octavo/internal/blob"
	"github.com/octavo-dev/octavo/internal/object"
	"github.com/octavo-dev/octavo/internal/testenv"
)

// balanceFolder holds the local store to the records once no process runs any more.
func (i *installation) balanceFolder() {
	i.t.Helper()
	dir := filepath.Join(i.data, "store")
	// What a killed process was writing is taken for abandoned after a minute, at the next start.
	scratch := files(i.t, filepath.Join(dir, "tmp"))
	for _, name := range scratch {
		old := time.Now().Add(-2 * time.Minute)
		if err := os.Chtimes(filepath.Join(dir, "tmp", name), old, old); err != nil {
			i.t.Fatal(err)
		}
	}
	i.sweep("file://"+dir, blob.Options{})
	if left := files(i.t, filepath.Join(dir, "tmp")); len(left) > 0 {
		i.t.Errorf("half written files are left: %v", left)
	}
	i.balanceBytes(folderBlobs(i.t, dir))
}

// balanceBucket holds a bucket to the records once no process runs any more.
func (i *installation) balanceBucket(server testenv.S3Server) {
	i.t.Helper()
	i.sweep(server.URL(), blob.Options{S3: blob.S3{AccessKey: server.AccessKey, SecretKey: server.SecretKey}})
	i.balanceBytes(bucketBlobs(i.t, server))
}

// sweep removes what interrupted processes left, as one of them would in time.
func (i *installation) sweep(storeURL string, opt blob.Options) {
	i.t.Helper()
	ctx := context.Background()
	blobs, err := blob.Open(ctx, storeURL, opt)
	if err != nil {
		i.t.Fatal(err)
	}
	defer blobs.Close()
	objects := object.New(i.records(), blobs, object.Options{
		PublicURL: i.client.base, Keys: [][]byte{[]byte("unused")}, UploadTTL: time.Hour, UploadRetention: 24 * time.Hour,
		Now: func() time.Time { return time.Now().Add(7 * time.Hour) }, // past every half written object, before any whole one
	})
	if _, err := objects.Sweep(ctx); err != nil {
		i.t.Errorf("sweep: %v", err)
	}
}

// balanceBytes finds the bytes of every object, an object for all bytes, and the job of every artifact.
func (i *installation) balanceBytes(blobs map[string]int64) {
	i.t.Helper()
	rows, err := i.records().Read.Query(`SELECT o.id, o.kind, o.blob_key, o.bytes, o.state, o.job_id IS NULL OR j.id IS NOT NULL
		FROM objects o LEFT JOIN jobs j ON j.id = o.job_id`)
	if err != nil {
		i.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, kind, key, state string
		var size int64
		var owned bool
		if err := rows.Scan(&id, &kind, &key, &size, &state, &owned); err != nil {
			i.t.Fatal(err)
		}
		found, ok := blobs[key]
		delete(blobs, key)
		switch {
		case !owned:
			i.t.Errorf("%s %s belongs to a job that is not there", kind, id)
		case state == "reserved" && !ok && kind == object.Upload: // an id whose content is still to come
		case state != "stored":
			i.t.Errorf("%s %s is left %s", kind, id, state)
		case !ok:
			i.t.Errorf("%s %s points at bytes that are not there", kind, id)
		case found != size:
			i.t.Errorf("%s %s has %d bytes, its row says %d", kind, id, found, size)
		}
	}
	if err := rows.Err(); err != nil {
		i.t.Fatal(err)
	}
	for key, size := range blobs {
		// A check of the store that was cut off is cleared away by a later one.
		if !strings.HasPrefix(key, "probe/") {
			i.t.Errorf("%d bytes at %s belong to nothing", size, key)
		}
	}
}

// folderBlobs lists what a local store holds.
func folderBlobs(t testing.TB, dir string) map[string]int64 {
	t.Helper()
	out := map[string]int64{}
	for _, name := range files(t, dir) {
		if filepath.Dir(name) == "tmp" {
			continue
		}
		st, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		key, err := url.PathUnescape(filepath.Base(name))
		if err != nil {
			t.Fatal(err)
		}
		out[key] = st.Size()
	}
	return out
}

// bucketBlobs lists what a bucket holds.
func bucketBlobs(t testing.TB, server testenv.S3Server) map[string]int64 {
	t.Helper()
	out := map[string]int64{}
	pages := s3.NewListObjectsV2Paginator(server.Client(), &s3.ListObjectsV2Input{Bucket: &server.Bucket})
	for pages.HasMorePages() {
		page, err := pages.NextPage(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range page.Contents {
			out[*o.Key] = *o.Size
		}
	}
	return out
}
