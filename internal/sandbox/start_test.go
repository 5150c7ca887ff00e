package sandbox

import (
	"os/exec"
	"testing"
)

func BenchmarkStart(b *testing.B) {
	box, err := New(b.Context(), Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			if err := exec.Command("/bin/true").Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("fenced", func(b *testing.B) {
		for b.Loop() {
			if err := box.Run(b.Context(), Program{Path: "/bin/true", Limits: Limits{Scratch: 1 << 20}}, nil, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}
