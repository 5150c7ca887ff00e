package sandbox

import "golang.org/x/sys/unix"

// filter is a program for the kernel's packet filter that looks at calls. The number of the call is what is loaded
// except inside onArgument.
type filter []unix.SockFilter

// load takes the 32 bits at an offset for the tests that follow.
func (f *filter) load(offset uint32) {
	*f = append(*f, unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset})
}

// keep leaves only some bits of what is loaded.
func (f *filter) keep(bits uint32) {
	*f = append(*f, unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: bits})
}

// end answers whatever comes here.
func (f *filter) end(answer uint32) {
	*f = append(*f, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: answer})
}

// test answers when the comparison has the wanted outcome and goes on otherwise.
func (f *filter) test(comparison uint16, with uint32, wanted bool, answer uint32) {
	t := unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_K | comparison, K: with}
	if wanted {
		t.Jf = 1
	} else {
		t.Jt = 1
	}
	*f = append(*f, t)
	f.end(answer)
}

func (f *filter) on(value, answer uint32)     { f.test(unix.BPF_JEQ, value, true, answer) }
func (f *filter) unless(value, answer uint32) { f.test(unix.BPF_JEQ, value, false, answer) }
func (f *filter) from(value, answer uint32)   { f.test(unix.BPF_JGE, value, true, answer) }
func (f *filter) anyOf(bits, answer uint32)   { f.test(unix.BPF_JSET, bits, true, answer) }
func (f *filter) noneOf(bits, answer uint32)  { f.test(unix.BPF_JSET, bits, false, answer) }

// onArgument makes further tests on the low half of an argument of one call, which is let through unless one answers.
func (f *filter) onArgument(nr uint32, argument int, tests func(*filter)) {
	f.when(nr, argument, func(f *filter) {
		tests(f)
		f.end(unix.SECCOMP_RET_ALLOW)
	})
}

// when makes tests on the low half of an argument if what is loaded is the value.
func (f *filter) when(value uint32, argument int, tests func(*filter)) {
	inner := filter{}
	inner.load(callArgs + 8*uint32(argument))
	tests(&inner)
	*f = append(*f, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: value, Jf: uint8(len(inner))})
	*f = append(*f, inner...)
}
