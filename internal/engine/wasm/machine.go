package wasm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"syscall"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/octavo-dev/octavo/internal/engine/pdf"
)

// machine is a running PDFium. Its functions are called by name, with handles and addresses of its memory as arguments.
//
// The calls that go-pdfium offers name every object they return by a fresh UUID and keep it until the document is
// closed. A page has tens of thousands of characters with an object each, so they are left aside.
type machine struct {
	instance  pdfium.Pdfium
	module    api.Module
	memory    api.Memory
	functions map[string]api.Function
	keys      map[string]uint64
	stack     [16]uint64
	out       uint64 // where functions put more than one result, and short texts
}

const (
	outRoom   = 1 << 12
	textBytes = 1 << 20 // a longer text of a file counts as absent
)

// death is thrown when PDFium traps. What it was doing is left half done, so that the machine must not be used again.
type death struct{ why error }

var errNoMemory = errors.New("out of memory")

func start(pool pdfium.Pool) (m *machine, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case death:
			err = r.why
		default:
			panic(r)
		}
		if err != nil && m != nil {
			m.kill()
		}
	}()
	instance, err := pool.GetInstance(time.Minute)
	if err != nil {
		return nil, err
	}
	m = &machine{instance: instance, functions: map[string]api.Function{}, keys: map[string]uint64{}}
	// The type is internal to go-pdfium, its field is exported.
	m.module, _ = reflect.Indirect(reflect.ValueOf(instance.GetImplementation())).FieldByName("Module").Interface().(api.Module)
	if m.module == nil {
		return m, errors.New("go-pdfium shows no module")
	}
	m.memory = m.module.Memory()
	m.out = m.alloc(outRoom)
	return m, nil
}

// kill ends the machine and frees its memory.
func (m *machine) kill() { _ = m.instance.Kill() }

func (m *machine) run(name string, args []uint64) {
	f := m.functions[name]
	if f == nil {
		if f = m.module.ExportedFunction(name); f == nil {
			panic(death{fmt.Errorf("no function %s", name)})
		}
		m.functions[name] = f
	}
	copy(m.stack[:], args)
	if err := f.CallWithStack(context.Background(), m.stack[:]); err != nil {
		why, _, _ := strings.Cut(err.Error(), "\n") // a trace of numbered functions follows
		panic(death{fmt.Errorf("%s: %s", name, why)})
	}
}

// call returns a handle, an address or a number without sign.
func (m *machine) call(name string, args ...uint64) uint64 {
	m.run(name, args)
	return uint64(uint32(m.stack[0]))
}

// count returns a number with sign.
func (m *machine) count(name string, args ...uint64) int {
	m.run(name, args)
	return int(int32(m.stack[0]))
}

// is tells whether the result is 1: -1 stands for a mistake.
func (m *machine) is(name string, args ...uint64) bool { return m.count(name, args...) == 1 }

// did tells whether the result is not 0, which most functions use for success.
func (m *machine) did(name string, args ...uint64) bool { return m.count(name, args...) != 0 }

func (m *machine) double(name string, args ...uint64) float64 {
	m.run(name, args)
	return math.Float64frombits(m.stack[0])
}

// alloc takes zeroed memory.
func (m *machine) alloc(n int) uint64 {
	at := m.call("calloc", 1, uint64(n))
	if at == 0 {
		panic(death{errNoMemory})
	}
	return at
}

func (m *machine) free(at uint64) { m.call("free", at) }

// put copies a text to new memory.
func (m *machine) put(s string) uint64 {
	at := m.alloc(len(s) + 1)
	m.memory.WriteString(uint32(at), s)
	return at
}

// key is the address of the name of a key, which is kept.
func (m *machine) key(s string) uint64 {
	at, ok := m.keys[s]
	if !ok {
		at = m.put(s)
		m.keys[s] = at
	}
	return at
}

// bytes copies out of the machine's memory.
func (m *machine) bytes(at uint64, n int) []byte {
	b, ok := m.memory.Read(uint32(at), uint32(n))
	if !ok {
		panic(death{errors.New("an address outside the memory")})
	}
	return append([]byte(nil), b...)
}

// What a function has put into out: its results one after the other.

func (m *machine) outUint(i int) uint64 {
	v, _ := m.memory.ReadUint32Le(uint32(m.out) + 4*uint32(i))
	return uint64(v)
}

func (m *machine) outFloat(i int) float32 { return math.Float32frombits(uint32(m.outUint(i))) }

func (m *machine) outDouble(i int) float64 {
	v, _ := m.memory.ReadFloat64Le(uint32(m.out) + 8*uint32(i))
	return v
}

// text reads a text through a function that fills a buffer and returns the room it needs, with the zero that ends the
// text; unit is the size of that zero.
func (m *machine) text(unit int, name string, args ...uint64) []byte {
	var all [8]uint64
	n := copy(all[:], args)
	size := m.call(name, append(all[:n], m.out, outRoom)...)
	if size <= uint64(unit) || size > textBytes {
		return nil
	}
	if size <= outRoom {
		return m.bytes(m.out, int(size)-unit)
	}
	at := m.alloc(int(size))
	m.call(name, append(all[:n], at, size)...)
	text := m.bytes(at, int(size)-unit)
	m.free(at)
	return text
}

func (m *machine) wide(name string, args ...uint64) string {
	return pdf.UTF16(m.text(2, name, args...))
}

func (m *machine) narrow(name string, args ...uint64) string {
	return strings.ToValidUTF8(string(m.text(1, name, args...)), "\uFFFD")
}

// reserve takes addresses for all that a machine may ever use; pages count when they are touched. In a growing slice the
// memory would be copied at every step, and weigh on the pace of the garbage collector.
func reserve(_, most uint64) experimental.LinearMemory {
	all, err := syscall.Mmap(-1, 0, int(most), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		panic(death{fmt.Errorf("reserve memory for PDFium: %w", err)})
	}
	return mapped(all)
}

// mapped is memory outside of Go's heap.
type mapped []byte

// Reallocate shows so much of it.
func (m mapped) Reallocate(size uint64) []byte {
	if size > uint64(len(m)) {
		return nil
	}
	return m[:size:size]
}

// Free gives it back.
func (m mapped) Free() { _ = syscall.Munmap(m) }
