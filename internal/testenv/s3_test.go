package testenv

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

func TestMain(m *testing.M) { Main(m) }

func TestS3(t *testing.T) {
	ctx := context.Background()
	a, b := S3(t), S3(t)
	if a.Bucket == b.Bucket {
		t.Fatalf("both calls gave bucket %s", a.Bucket)
	}
	want := []byte("text")
	put := &s3.PutObjectInput{Bucket: &a.Bucket, Key: aws.String("k"), Body: bytes.NewReader(want)}
	if _, err := a.Client().PutObject(ctx, put); err != nil {
		t.Fatal(err)
	}
	out, err := a.Client().GetObject(ctx, &s3.GetObjectInput{Bucket: &a.Bucket, Key: aws.String("k")})
	if err != nil {
		t.Fatal(err)
	}
	defer out.Body.Close()
	if got, err := io.ReadAll(out.Body); err != nil || !bytes.Equal(got, want) {
		t.Errorf("read %q, %v", got, err)
	}

	wrong := a
	wrong.SecretKey = "wrong"
	if _, err := wrong.Client().GetObject(ctx, &s3.GetObjectInput{Bucket: &a.Bucket, Key: aws.String("k")}); err == nil {
		t.Error("a wrong secret was accepted")
	}
	resp, err := http.Get(a.Endpoint + "/" + a.Bucket + "/k")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusForbidden {
		t.Errorf("without a signature: %s", resp.Status)
	}
}
