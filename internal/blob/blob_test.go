package blob_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"github.com/octavo-dev/octavo/internal/blob"
	"github.com/octavo-dev/octavo/internal/blob/blobtest"
	"github.com/octavo-dev/octavo/internal/testenv"
)

func TestMain(m *testing.M) { testenv.Main(m) }

func TestFolder(t *testing.T) {
	var dir string
	blobtest.Suite{
		Open: func(t *testing.T) *blob.Store {
			dir = filepath.Join(t.TempDir(), "store")
			return openStore(t, "file://"+dir, blob.Options{})
		},
		Leftovers: func(t *testing.T) []string { return scratchFiles(t, dir) },
	}.Run(t)
}

func TestS3(t *testing.T) {
	var server testenv.S3Server
	blobtest.Suite{
		Open: func(t *testing.T) *blob.Store {
			server = testenv.S3(t)
			return openStore(t, server.URL(), access(server))
		},
		Leftovers: func(t *testing.T) []string { return openUploads(t, server) },
	}.Run(t)
}

func openStore(t *testing.T, rawURL string, opt blob.Options) *blob.Store {
	t.Helper()
	s, err := blob.Open(t.Context(), rawURL, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func access(s testenv.S3Server) blob.Options {
	return blob.Options{S3: blob.S3{AccessKey: s.AccessKey, SecretKey: s.SecretKey}}
}

func scratchFiles(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, "tmp"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// openUploads names the multipart uploads that were neither completed nor taken back.
func openUploads(t *testing.T, s testenv.S3Server) (keys []string) {
	t.Helper()
	out, err := s.Client().ListMultipartUploads(context.Background(), &s3.ListMultipartUploadsInput{Bucket: &s.Bucket})
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range out.Uploads {
		keys = append(keys, aws.ToString(u.Key))
	}
	return keys
}

func TestOpenRefuses(t *testing.T) {
	for _, tt := range []struct{ url, want string }{
		{"ftp://host/x", "ftp"},
		{"file://relative/path", "file:///"},
		{"file:///tmp/x?create_dir=1", "file:///"},
		{"s3://?region=eu", "bucket"},
		{"s3://b?regoin=eu", "regoin"},
		{"s3://b?use_path_style=perhaps", "use_path_style"},
		{"gs://", "bucket"},
		{"azblob://", "container"},
		{"s3://b:secret%zz", "not a valid URL"},
	} {
		s, err := blob.Open(t.Context(), tt.url, blob.Options{})
		if err == nil {
			s.Close()
			t.Errorf("%s was opened", tt.url)
		} else if !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", tt.url, err)
		}
	}
}
