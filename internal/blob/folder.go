package blob

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// folder keeps every blob in one file. Keys are flattened into names below 256 fixed folders, so that a write
// never makes a folder whose own entry would have to be made durable too, and removing blobs leaves no empty
// folders behind. Other programs must leave the folder alone.
type folder struct{ dir string }

const (
	scratch   = "tmp" // files being written
	folderBit = 0o700
	fileBit   = 0o600
	longName  = 255 // of a file, on every file system in use
)

func openFolder(dir string) (*folder, error) {
	if err := os.MkdirAll(dir, folderBit); err != nil {
		return nil, err
	}
	names := []string{scratch}
	for i := range 256 {
		names = append(names, fmt.Sprintf("%02x", i))
	}
	for _, name := range names {
		if err := os.Mkdir(filepath.Join(dir, name), folderBit); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
	f := &folder{dir: dir}
	if err := syncFolder(dir); err != nil {
		return nil, err
	}
	if err := f.removeAbandoned(); err != nil {
		return nil, err
	}
	return f, nil
}

// path is where a key lives. The hash only spreads the files evenly.
func (f *folder) path(key string) (string, error) {
	name := url.PathEscape(key)
	if !fs.ValidPath(key) || key == "." || len(name) > longName {
		return "", fmt.Errorf("%q is not a blob key", key)
	}
	return filepath.Join(f.dir, fmt.Sprintf("%02x", sha256.Sum256([]byte(key))[0]), name), nil
}

// put writes a scratch file, makes its content durable, moves it into place and makes the move durable. Without
// the two syncs the database, which is written next, could survive a power cut that the bytes do not, and a row
// would point at an empty file or at none.
func (f *folder) put(_ context.Context, key string, src *source, _ string) (Info, error) {
	path, err := f.path(key)
	if err != nil {
		return Info{}, err
	}
	tmp, err := f.scratch()
	if err != nil {
		return Info{}, fileError(err)
	}
	defer os.Remove(tmp.Name()) // gone already unless something failed
	defer tmp.Close()
	if _, err := io.Copy(tmp, src); err != nil {
		return Info{}, fileError(err)
	}
	if err := tmp.Sync(); err != nil {
		return Info{}, fileError(err)
	}
	st, err := tmp.Stat()
	if err != nil {
		return Info{}, fileError(err)
	}
	if err := os.Rename(tmp.Name(), path); err != nil {
		return Info{}, fileError(err)
	}
	if err := syncFolder(filepath.Dir(path)); err != nil {
		os.Remove(path)
		return Info{}, fileError(err)
	}
	return fileInfo(st), nil
}

// scratch makes a file to write into and locks it, so that nobody takes it for abandoned.
func (f *folder) scratch() (*os.File, error) {
	name := filepath.Join(f.dir, scratch, rand.Text())
	tmp, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileBit)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(tmp.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		tmp.Close()
		os.Remove(name)
		return nil, fmt.Errorf("lock %s: %w", name, err)
	}
	return tmp, nil
}

// removeAbandoned removes what processes that were killed left in the scratch folder. Several processes may share
// the store: a file whose lock is taken belongs to a living one, and a very young one may not be locked yet.
func (f *folder) removeAbandoned() error {
	entries, err := os.ReadDir(filepath.Join(f.dir, scratch))
	if err != nil {
		return err
	}
	for _, e := range entries {
		if st, err := e.Info(); err == nil && time.Since(st.ModTime()) > time.Minute {
			removeUnlocked(filepath.Join(f.dir, scratch, e.Name()))
		}
	}
	return nil
}

func removeUnlocked(name string) {
	file, err := os.Open(name)
	if err != nil {
		return // its owner was faster
	}
	defer file.Close()
	if unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
		os.Remove(name)
	}
}

func (f *folder) open(_ context.Context, key string, offset, _ int64) (io.ReadCloser, Info, error) {
	path, err := f.path(key)
	if err != nil {
		return nil, Info{}, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, Info{}, fileError(missing(err))
	}
	st, err := file.Stat()
	if err == nil {
		_, err = file.Seek(offset, io.SeekStart)
	}
	if err != nil {
		file.Close()
		return nil, Info{}, fileError(err)
	}
	return file, fileInfo(st), nil
}

func (f *folder) stat(_ context.Context, key string) (Info, error) {
	path, err := f.path(key)
	if err != nil {
		return Info{}, err
	}
	st, err := os.Stat(path)
	if err != nil {
		return Info{}, fileError(missing(err))
	}
	return fileInfo(st), nil
}

// remove is durable too: the row goes next, and nothing would ever remove a file that came back without it.
func (f *folder) remove(_ context.Context, key string) error {
	path, err := f.path(key)
	if err != nil {
		return err
	}
	err = os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = syncFolder(filepath.Dir(path))
	}
	return fileError(err)
}

// fileInfo makes an ETag from the inode too, because time stamps are only as fine as the kernel's clock tick. The
// file a new one replaces still exists while the new one is written, so the two never share an inode.
func fileInfo(st fs.FileInfo) Info {
	var inode uint64
	if sys, ok := st.Sys().(*syscall.Stat_t); ok {
		inode = sys.Ino
	}
	return Info{Size: st.Size(), ETag: fmt.Sprintf("%x-%x-%x", inode, st.ModTime().UnixNano(), st.Size())}
}

func missing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNotFound
	}
	return err
}

func fileError(err error) error {
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, unix.EROFS) {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return err
}

func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
