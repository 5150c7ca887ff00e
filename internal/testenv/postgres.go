package testenv

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/octavo-dev/octavo/internal/database"
)

// PostgresServer is a private PostgreSQL server in a temporary folder.
type PostgresServer struct {
	Port int
	bin  string
	data string
	cmd  *exec.Cmd
	gone <-chan struct{}
}

var sharedPostgres = sync.OnceValues(func() (*PostgresServer, error) {
	s, err := StartPostgres()
	if err == nil {
		atExit(func() { s.Remove() })
	}
	return s, err
})

var databases atomic.Int64

// Postgres returns the URL of an empty database on a server shared by the tests of this package.
func Postgres(t testing.TB) string {
	t.Helper()
	s, err := sharedPostgres()
	if err != nil {
		t.Fatalf("start PostgreSQL: %v", err)
	}
	url, err := s.NewDatabase(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return url
}

// EachDatabase runs fn once on SQLite and once on PostgreSQL, with an empty, migrated database each.
func EachDatabase(t *testing.T, fn func(t *testing.T, db *database.DB)) {
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) { fn(t, Database(t, name)) })
	}
}

// Database opens an empty, migrated database of the named dialect.
func Database(t testing.TB, dialect string) *database.DB {
	t.Helper()
	url := "sqlite:" + filepath.Join(t.TempDir(), "octavo.db")
	if dialect == "postgres" {
		url = Postgres(t)
	}
	db, err := database.Open(context.Background(), url, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if err := database.Migrate(context.Background(), db); err != nil {
		t.Fatal(err)
	}
	return db
}

// StartPostgres makes a new cluster and starts it. The caller removes it.
func StartPostgres() (*PostgresServer, error) {
	bin, err := postgresBin()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "octavo-postgres-")
	if err != nil {
		return nil, err
	}
	s := &PostgresServer{bin: bin, data: filepath.Join(dir, "data")}
	if err := ownedByPostgres(dir); err != nil {
		return nil, err
	}
	if s.Port, err = FreePort(); err != nil {
		return nil, err
	}
	if err := s.run("initdb", "-D", s.data, "-U", "octavo", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"); err != nil {
		return nil, err
	}
	if err := s.Start(); err != nil {
		s.Remove()
		return nil, err
	}
	return s, nil
}

// Start starts a stopped server and waits until it answers. It is not left to pg_ctl, whose servers outlive a test
// binary that is killed.
func (s *PostgresServer) Start() error {
	dir := filepath.Dir(s.data)
	log, err := os.OpenFile(filepath.Join(dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	s.cmd = exec.Command(filepath.Join(s.bin, "postgres"), "-D", s.data, "-p", strconv.Itoa(s.Port), "-h", "127.0.0.1", "-k", dir,
		"-c", "max_connections=200", "-c", "fsync=on", "-c", "synchronous_commit=on")
	s.cmd.Dir, s.cmd.Stdout, s.cmd.Stderr = dir, log, log
	if err := unprivileged(s.cmd, "postgres"); err != nil {
		return err
	}
	if s.gone, err = startBound(s.cmd); err != nil {
		return fmt.Errorf("start postgres: %w", err)
	}
	return s.await(log.Name())
}

// await polls until the server takes connections.
func (s *PostgresServer) await(log string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, s.URL("postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-s.gone:
			out, _ := os.ReadFile(log)
			return fmt.Errorf("postgres ended: %s", strings.TrimSpace(string(out)))
		case <-ctx.Done():
			return fmt.Errorf("postgres does not answer: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Stop stops the server in the given mode, fast, or immediate for a crash, and waits until it has ended.
func (s *PostgresServer) Stop(mode string) error {
	word := syscall.SIGINT
	if mode == "immediate" {
		word = syscall.SIGQUIT
	}
	if err := s.cmd.Process.Signal(word); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("stop postgres: %w", err)
	}
	select {
	case <-s.gone:
		return nil
	case <-time.After(time.Minute):
		return errors.New("postgres does not stop")
	}
}

// Remove stops the server and deletes its files.
func (s *PostgresServer) Remove() {
	if s.cmd != nil {
		s.Stop("immediate")
	}
	os.RemoveAll(filepath.Dir(s.data))
}

// URL is the address of a database on this server.
func (s *PostgresServer) URL(name string) string {
	return "postgres://octavo@127.0.0.1:" + strconv.Itoa(s.Port) + "/" + name + "?sslmode=disable"
}

// NewDatabase creates an empty database and returns its URL.
func (s *PostgresServer) NewDatabase(ctx context.Context) (string, error) {
	conn, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		return "", fmt.Errorf("connect to the test server: %w", err)
	}
	defer conn.Close(ctx)
	name := fmt.Sprintf("t%d", databases.Add(1))
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+name); err != nil {
		return "", fmt.Errorf("create database: %w", err)
	}
	return s.URL(name), nil
}

func (s *PostgresServer) run(tool string, args ...string) error {
	cmd := exec.Command(filepath.Join(s.bin, tool), args...)
	cmd.Dir = filepath.Dir(s.data)
	if err := unprivileged(cmd, "postgres"); err != nil {
		return err
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", tool, err, strings.TrimSpace(string(out)))
	}
	return nil
}

func ownedByPostgres(dir string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return fmt.Errorf("find the postgres user: %w", err)
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	return os.Chown(dir, uid, gid)
}

// postgresBin finds the newest installed server; Debian keeps it out of PATH.
func postgresBin() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pg_ctl")
	if len(found) > 0 {
		return filepath.Dir(found[len(found)-1]), nil
	}
	if path, err := exec.LookPath("pg_ctl"); err == nil {
		return filepath.Dir(path), nil
	}
	return "", errors.New("no PostgreSQL server is installed; run make setup")
}
