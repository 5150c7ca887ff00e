package pdf

import "github.com/octavo-dev/octavo/internal/sandbox"

// Editing is this program as the child that changes a file of so many bytes.
func (w *Writer) Editing(size int64) sandbox.Program {
	return sandbox.Program{
		Path: w.Command[0], Args: w.Command[1:],
		Limits: sandbox.Limits{Memory: editMemory + 4*size, CPU: w.Time, Files: 64, Scratch: 1 << 20, Output: size + extraOutput + mostAnswer},
	}
}

// Rewriting is qpdf on files of so many bytes together.
func (w *Writer) Rewriting(size int64, args ...string) sandbox.Program {
	return sandbox.Program{
		Path: w.QPDF, Args: append([]string{"--warning-exit-0", "--no-warn"}, args...),
		Limits: sandbox.Limits{Memory: qpdfMemory, CPU: w.Time, Files: 32, Scratch: 1 << 20, Output: 16*size + extraOutput},
	}
}
