package pool

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/child"
	"github.com/octavo-dev/octavo/internal/engine/wire"
	"github.com/octavo-dev/octavo/internal/fault"
)

// pretend plays a child. A sound one serves scripts; every other answers that a document has three pages and then does
// what its name says when it is asked for one.
func pretend(act string, files child.Handed) error {
	if act == "sound" {
		return child.Serve(os.Stdin, os.Stdout, files, map[string]child.Opener{"script": openScript})
	}
	conn := wire.NewConn(os.Stdin, os.Stdout, wire.MaxDocument)
	var e wire.Encoder
	for {
		kind, _, err := conn.Receive()
		if err != nil {
			return err
		}
		switch kind {
		case wire.Open:
			err = conn.Send(wire.Open, e.EncodePages(3)...)
		case wire.Page, wire.Render:
			err = misbehave(act, conn, &e)
		}
		if err != nil {
			return err
		}
	}
}

func misbehave(act string, conn *wire.Conn, e *wire.Encoder) error {
	page := e.EncodePage(&engine.Page{Number: 1, Label: "said"})
	raw := func(b ...byte) error { _, err := os.Stdout.Write(b); return err }
	switch act {
	case "dies":
		os.Exit(3)
	case "dies in the middle of a frame":
		_ = raw(100, 0, 0, 0, byte(wire.Page), 0, 0, 0, 1, 2, 3)
		os.Exit(0)
	case "is killed":
		return unix.Kill(os.Getpid(), unix.SIGKILL)
	case "says 2^31":
		return raw(0, 0, 0, 0x80, byte(wire.Page), 0, 0, 0, 1)
	case "sends garbage":
		return raw(bytes.Repeat([]byte{0xA5}, 1<<20)...)
	case "floods":
		for {
			if err := conn.Send(wire.Kind(77), make([]byte, 1<<16)); err != nil {
				return err
			}
		}
	case "answers for another page":
		return conn.Send(wire.Page, e.EncodePage(&engine.Page{Number: 2})...)
	case "answers another question":
		return conn.Send(wire.Info, e.EncodeInfo(&engine.Info{})...)
	case "sends half a page":
		return conn.Send(wire.Page, page[0][:12])
	case "fails in a way that cannot be read":
		return conn.Send(wire.Failed, []byte{1})
	case "draws another raster":
		return conn.Send(wire.Render, e.EncodeRaster(1, &engine.Raster{Pixels: []byte{1}, Width: 1, Height: 1, Grey: true, DPI: 72})...)
	case "closes its output":
		_ = os.Stdout.Close()
		_, err := io.Copy(io.Discard, os.Stdin)
		return err
	case "hangs":
		hang()
	}
	return fmt.Errorf("nobody plays %q", act)
}

const hanging = "hanging"

// hang does nothing for ever, and says so as the name of the process.
func hang() {
	if err := os.WriteFile("/proc/self/comm", []byte(hanging), 0); err != nil {
		panic(err)
	}
	select {}
}

// script is a document whose file says what is to happen: a name, then lines such as "hang 2" for page 2.
type script struct {
	name string
	does map[int]string
	held [][]byte
}

const scriptPages = 40

func openScript(f *os.File, password string) (child.Document, error) {
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	name, rest, _ := strings.Cut(string(text), "\n")
	s := &script{name: name, does: map[int]string{}}
	for line := range strings.Lines(rest) {
		what, n, _ := strings.Cut(strings.TrimSpace(line), " ")
		page, err := strconv.Atoi(n)
		if err != nil {
			return nil, err
		}
		s.does[page] = what
	}
	s.act(0)
	if password != "" && password != "right" {
		return nil, fault.New(fault.DocumentPasswordProtected, "the password is wrong")
	}
	return s, nil
}

func (s *script) Pages() int { return scriptPages }

func (s *script) Info() (*engine.Info, error) { return &engine.Info{Pages: 1, Version: s.name}, nil }

func (s *script) Page(n int) (*engine.Page, error) {
	if s.act(n) {
		return nil, fault.New(fault.DocumentCorrupt, "page %d is damaged", n)
	}
	chars := slices.Repeat([]engine.Char{{Font: -1, Object: -1}}, 1000)
	return &engine.Page{Number: n, Label: fmt.Sprint(s.name, " ", n), Chars: chars}, nil
}

func (s *script) Render(n int, dpi float64, grey bool) (*engine.Raster, error) {
	s.act(n)
	// A picture is given in its own resolution where that is near enough, which may be a little more than was asked for.
	r := &engine.Raster{Width: 1000, Height: 1000, DPI: dpi + 0.5, Grey: grey}
	r.Pixels = bytes.Repeat([]byte{byte(n)}, map[bool]int{true: 1e6, false: 4e6}[grey])
	return r, nil
}

func (s *script) Close() {}

// act does what the script says of a page and reports whether that is damaged.
func (s *script) act(n int) bool {
	switch s.does[n] {
	case "hang":
		hang()
	case "die":
		os.Exit(3)
	case "panic":
		panic("in Go code")
	case "grow":
		s.held = append(s.held, bytes.Repeat([]byte{1}, 2*growth))
	case "burst":
		// As the fences of a real child do: no more room than a little.
		if err := unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: 4 << 30, Max: 4 << 30}); err != nil {
			panic(err)
		}
		s.eat()
	case "eat":
		s.eat()
	case "damaged":
		return true
	}
	return false
}

// eat takes memory until there is none.
func (s *script) eat() {
	for size := 1 << 20; size < math.MaxInt64/4; size *= 2 {
		s.held = append(s.held, make([]byte, size))
	}
}
