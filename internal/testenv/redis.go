package testenv

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// RedisServer is a private Redis server that keeps nothing on disk.
type RedisServer struct {
	Port int
	dir  string
	cmd  *exec.Cmd
}

var sharedRedis = sync.OnceValues(func() (*RedisServer, error) {
	s, err := StartRedis()
	if err == nil {
		atExit(s.Remove)
	}
	return s, err
})

// Redis returns the URL of a server shared by the tests of this package. Tests keep apart by the keys they use.
func Redis(t testing.TB) string {
	t.Helper()
	s, err := sharedRedis()
	if err != nil {
		t.Fatalf("start Redis: %v", err)
	}
	return s.URL()
}

// StartRedis starts a new, empty server. The caller removes it.
func StartRedis() (*RedisServer, error) {
	dir, err := os.MkdirTemp("", "octavo-redis-")
	if err != nil {
		return nil, err
	}
	s := &RedisServer{dir: dir}
	if s.Port, err = FreePort(); err == nil {
		err = s.Start()
	}
	if err != nil {
		s.Remove()
		return nil, err
	}
	return s, nil
}

// URL is the address of the server.
func (s *RedisServer) URL() string { return "redis://127.0.0.1:" + strconv.Itoa(s.Port) }

// Start starts a stopped server and waits until it answers.
func (s *RedisServer) Start() error {
	bin, err := exec.LookPath("redis-server")
	if err != nil {
		return errors.New("no Redis server is installed; run make setup")
	}
	s.cmd = exec.Command(bin, "--port", strconv.Itoa(s.Port), "--bind", "127.0.0.1", "--dir", s.dir, "--save", "", "--appendonly", "no")
	if err := s.cmd.Start(); err != nil {
		return fmt.Errorf("start redis-server: %w", err)
	}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if err = s.ping(); err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			s.Stop()
			return fmt.Errorf("redis-server does not answer: %w", err)
		}
	}
}

// Stop kills the server.
func (s *RedisServer) Stop() {
	if s.cmd == nil {
		return
	}
	s.cmd.Process.Kill()
	s.cmd.Wait()
	s.cmd = nil
}

// Remove stops the server and deletes its files.
func (s *RedisServer) Remove() {
	s.Stop()
	os.RemoveAll(s.dir)
}

func (s *RedisServer) ping() error {
	conn, err := net.DialTimeout("tcp", "127.0.0.1:"+strconv.Itoa(s.Port), time.Second)
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(time.Second))
	if _, err := conn.Write([]byte("PING\r\n")); err != nil {
		return err
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err == nil && !strings.HasPrefix(line, "+PONG") {
		return fmt.Errorf("answer to PING: %s", strings.TrimSpace(line))
	}
	return err
}
