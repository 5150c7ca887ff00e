package source

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/s3"

	"github.com/octavo-dev/octavo/internal/testenv"
)

func TestMain(m *testing.M) { testenv.Main(m) }

// environment gives the client keys and nothing else of this machine.
func environment(t *testing.T, access, secret string) {
	t.Helper()
	for name, value := range map[string]string{
		"AWS_ACCESS_KEY_ID": access, "AWS_SECRET_ACCESS_KEY": secret, "AWS_SESSION_TOKEN": "", "AWS_REGION": "", "AWS_PROFILE": "",
		"AWS_CONFIG_FILE": os.DevNull, "AWS_SHARED_CREDENTIALS_FILE": os.DevNull, "AWS_EC2_METADATA_DISABLED": "true", "AWS_MAX_ATTEMPTS": "1",
	} {
		t.Setenv(name, value)
	}
}

func TestS3(t *testing.T) {
	server := testenv.S3(t)
	contentType := "application/pdf"
	for key, text := range map[string]string{"folder/a b+ü?.pdf": "document", "long": strings.Repeat("x", 1001)} {
		_, err := server.Client().PutObject(t.Context(), &s3.PutObjectInput{Bucket: &server.Bucket, Key: &key, Body: strings.NewReader(text), ContentType: &contentType})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name, raw, secret string
		want              want
	}{
		{"read", "s3://" + server.Bucket + "/folder/a b+ü?.pdf", server.SecretKey, fine},
		{"long", "s3://" + server.Bucket + "/long", server.SecretKey, tooLarge},
		{"no key", "s3://" + server.Bucket + "/missing", server.SecretKey, notFound},
		{"no bucket", "s3://no-such-bucket/k", server.SecretKey, notFound},
		{"wrong secret", "s3://" + server.Bucket + "/folder/a b+ü?.pdf", "wrong", forbidden},
	} {
		t.Run(tt.name, func(t *testing.T) {
			environment(t, server.AccessKey, tt.secret)
			client, err := NewS3(t.Context(), S3Options{Endpoint: server.Endpoint})
			if err != nil {
				t.Fatal(err)
			}
			r := newResolver(t, &store{buckets: []string{"*"}})
			r.S3 = client
			d, err := r.Open(t.Context(), org, Parse(tt.raw, scheme), 1000)
			tt.want.check(t, err)
			if err != nil {
				return
			}
			defer d.Body.Close()
			text, err := io.ReadAll(d.Body)
			if err != nil || string(text) != "document" || d.Name != "a b+ü?.pdf" || d.Size != 8 || d.ContentType != contentType {
				t.Errorf("got %q, %+v, %v", text, d, err)
			}
		})
	}
}

// What a server may answer beyond what a healthy one does.
func TestS3Answers(t *testing.T) {
	environment(t, "access", "secret")
	for status, want := range map[int]want{401: forbidden, 403: forbidden, 404: notFound, 301: noDownload, 500: noDownload, 503: noDownload, 0: noDownload} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if signed := r.Header.Get("Authorization"); !strings.Contains(signed, "/eu-central-1/s3/") || r.URL.Path != "/bucket/k" {
				t.Errorf("asked for %s, signed %q", r.URL.Path, signed)
			}
			w.WriteHeader(status)
			io.WriteString(w, "<Error><Code>X</Code><Message>SECRET</Message></Error>")
		}))
		if status == 0 {
			server.Close()
		}
		client, err := NewS3(t.Context(), S3Options{Endpoint: server.URL, Region: "eu-central-1"})
		if err != nil {
			t.Fatal(err)
		}
		r := newResolver(t, &store{buckets: []string{"bucket"}})
		r.S3 = client
		_, err = r.Open(t.Context(), org, Parse("s3://bucket/k", scheme), 1000)
		want.check(t, err)
		server.Close()
	}
}

func TestS3Anonymous(t *testing.T) {
	environment(t, "access", "secret")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			t.Error("an anonymous request is signed")
		}
		io.WriteString(w, "open data")
	}))
	defer server.Close()
	client, err := NewS3(t.Context(), S3Options{Endpoint: server.URL, Anonymous: true})
	if err != nil {
		t.Fatal(err)
	}
	_, size, body, err := client.OpenKey(t.Context(), "bucket", "k")
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	if text, err := io.ReadAll(body); err != nil || string(text) != "open data" || size != 9 {
		t.Errorf("got %q of %d bytes, %v", text, size, err)
	}
}

func TestS3EnvironmentThatCannotBeRead(t *testing.T) {
	environment(t, "access", "secret")
	t.Setenv("AWS_MAX_ATTEMPTS", "many")
	if _, err := NewS3(t.Context(), S3Options{}); err == nil {
		t.Error("broken settings were taken")
	}
}
