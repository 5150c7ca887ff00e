package testenv

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// S3Server is a bucket of its own on a real S3 server.
type S3Server struct {
	Endpoint  string
	Region    string
	AccessKey string
	SecretKey string
	Bucket    string
}

// URL is the store URL of the bucket; the keys are not part of it.
func (s S3Server) URL() string {
	q := url.Values{"region": {s.Region}, "endpoint": {s.Endpoint}}
	return "s3://" + s.Bucket + "?" + q.Encode()
}

// Client talks to the server past the code under test.
func (s S3Server) Client() *s3.Client {
	return s3.New(s3.Options{
		BaseEndpoint: aws.String(s.Endpoint),
		Region:       s.Region,
		Credentials:  credentials.NewStaticCredentialsProvider(s.AccessKey, s.SecretKey, ""),
		UsePathStyle: true,
	})
}

var buckets atomic.Int64

// S3 returns a new, empty bucket on a versitygw server shared by the tests of this package. The first call on a
// machine builds the server, which takes about a minute.
func S3(t testing.TB) S3Server {
	t.Helper()
	s, err := NewBucket(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// NewBucket is S3 for programs that are no tests.
func NewBucket(ctx context.Context) (S3Server, error) {
	s, err := sharedS3()
	if err != nil {
		return s, fmt.Errorf("start the S3 server: %w", err)
	}
	s.Bucket = fmt.Sprintf("octavo-%d", buckets.Add(1))
	if _, err := s.Client().CreateBucket(ctx, &s3.CreateBucketInput{Bucket: &s.Bucket}); err != nil {
		return s, fmt.Errorf("create bucket: %w", err)
	}
	return s, nil
}

var sharedS3 = sync.OnceValues(startS3)

func startS3() (S3Server, error) {
	bin, err := versitygw()
	if err != nil {
		return S3Server{}, err
	}
	dir, err := os.MkdirTemp("", "octavo-s3-")
	if err != nil {
		return S3Server{}, err
	}
	atExit(func() { os.RemoveAll(dir) })
	port, err := FreePort()
	if err != nil {
		return S3Server{}, err
	}
	addr := fmt.Sprintf("127.0.0.1:%d", port)
	s := S3Server{Endpoint: "http://" + addr, Region: "us-east-1", AccessKey: "octavo-access", SecretKey: "octavo-secret"}
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return S3Server{}, err
	}
	defer log.Close()
	data := filepath.Join(dir, "data")
	if err := os.Mkdir(data, 0o700); err != nil {
		return S3Server{}, err
	}
	cmd := exec.Command(bin, "--port", addr, "--region", s.Region, "--keep-alive", "--quiet", "posix", data)
	cmd.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+s.AccessKey, "ROOT_SECRET_KEY="+s.SecretKey)
	cmd.Stdout, cmd.Stderr = log, log
	gone, err := startBound(cmd)
	if err != nil {
		return S3Server{}, err
	}
	atExit(func() { cmd.Process.Kill(); <-gone })
	return s, s.await(gone, log.Name())
}

// await polls until the server lists its buckets.
func (s S3Server) await(gone <-chan struct{}, log string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for {
		_, err := s.Client().ListBuckets(ctx, nil)
		if err == nil {
			return nil
		}
		select {
		case <-gone:
			out, _ := os.ReadFile(log)
			return fmt.Errorf("versitygw ended: %s", strings.TrimSpace(string(out)))
		case <-ctx.Done():
			return fmt.Errorf("versitygw does not answer: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// startBound starts cmd so that it dies with this process, even when a test binary is killed. The signal is sent
// when the thread that forked ends, so one thread is kept for it. The channel closes when the command has ended.
func startBound(cmd *exec.Cmd) (<-chan struct{}, error) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	started, gone := make(chan error, 1), make(chan struct{})
	go func() {
		runtime.LockOSThread()
		defer close(gone)
		err := cmd.Start()
		started <- err
		if err == nil {
			cmd.Wait()
		}
	}()
	return gone, <-started
}

// versitygw returns the path of the server program, building it from tools/versitygw when this version has not
// been built yet. Packages are tested at the same time, so the build is under a file lock.
func versitygw() (string, error) {
	root, err := repository()
	if err != nil {
		return "", err
	}
	module := filepath.Join(root, "tools", "versitygw")
	version, err := required(filepath.Join(module, "go.mod"), "github.com/versity/versitygw")
	if err != nil {
		return "", err
	}
	dir := filepath.Join(root, ".cache", "bin")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	lock, err := os.Create(filepath.Join(dir, "versitygw.lock"))
	if err != nil {
		return "", err
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return "", fmt.Errorf("lock %s: %w", lock.Name(), err)
	}
	bin := filepath.Join(dir, "versitygw-"+version)
	if _, err := os.Stat(bin); err == nil {
		return bin, nil
	}
	// An interrupted build must not pass for a finished one.
	cmd := exec.Command("go", "build", "-C", module, "-o", bin+".new", "github.com/versity/versitygw/cmd/versitygw")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build versitygw: %w: %s", err, strings.TrimSpace(string(out)))
	}
	return bin, os.Rename(bin+".new", bin)
}

// required returns the version of a module that a go.mod file asks for.
func required(file, module string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) >= 2 && f[0] == module {
			return f[1], nil
		}
	}
	return "", fmt.Errorf("%s does not require %s", file, module)
}

// repository returns the root folder of this repository.
func repository() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "tools", "versitygw", "go.mod")); err == nil {
			return dir, nil
		}
	}
	return "", errors.New("the test does not run inside the repository")
}
