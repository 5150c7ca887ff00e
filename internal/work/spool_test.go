package work

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/octavo-dev/octavo/internal/fault"
)

func TestSpool(t *testing.T) {
	for name, spool := range map[string]func(string) (*os.File, error){"nameless": spool, "named for a moment": spoolNamed} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			f, err := spool(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if _, err := f.WriteString("text"); err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(io.NewSectionReader(f, 1, 10)); string(got) != "ext" || err != nil {
				t.Errorf("read %q, %v", got, err)
			}
			if left, err := os.ReadDir(dir); len(left) > 0 || err != nil {
				t.Errorf("the folder shows %v, %v", left, err)
			}
			if _, err := spool(filepath.Join(dir, "missing")); err == nil {
				t.Error("spooled into a folder that is not there")
			}
		})
	}
}

func TestSpoolErrorNamesAFullDisk(t *testing.T) {
	if err := spoolError(io.ErrShortWrite); !fault.Is(err, fault.ServiceUnavailable) {
		t.Error(err)
	}
	named := fault.New(fault.DocumentTooLarge, "")
	if err := spoolError(named); !fault.Is(err, fault.DocumentTooLarge) {
		t.Error(err)
	}
}
