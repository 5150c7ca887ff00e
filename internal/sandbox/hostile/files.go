//go:build linux

package hostile

import (
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

func read(args []string) Result {
	text, err := os.ReadFile(args[0])
	r := came("read", err)
	r.Text = string(text)
	return r
}

func create(args []string) Result {
	return came("create", os.WriteFile(args[0], []byte(message), 0o600))
}

func appendTo(args []string) Result {
	f, err := os.OpenFile(args[0], os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return came("open", err)
	}
	_, err = f.WriteString(message)
	return came("write", err)
}

func remove(args []string) Result { return came("remove", os.Remove(args[0])) }
func chmod(args []string) Result  { return came("chmod", os.Chmod(args[0], 0o777)) }

// document writes into the file it was handed, by its descriptor and by its name in /proc.
func document([]string) Result {
	_, err := unix.Pwrite(3, []byte(message), 0)
	if err == nil {
		return came("write", nil)
	}
	f, again := os.OpenFile("/proc/self/fd/3", os.O_WRONLY, 0)
	if again != nil {
		return came("open", again)
	}
	_, err = f.WriteString(message)
	return came("write", err)
}

// nest leaves a file in its own scratch folder, says where, and stays.
func nest(args []string) Result {
	path := filepath.Join(os.TempDir(), "nest")
	if err := os.WriteFile(path, []byte(args[0]), 0o644); err != nil {
		return came("write", err)
	}
	say(Result{Done: true, Text: path})
	return hang(nil)
}
