package ooxml

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"unicode/utf16"

	"github.com/octavo-dev/octavo/internal/compound"
	"github.com/octavo-dev/octavo/internal/fault"
)

// Bounds of a locked file.
const (
	maxLocked = 512 << 20 // it is unlocked in memory
	maxInfo   = 1 << 20
	maxSpins  = 1_000_000 // repetitions that make guessing slow; office programs use 100,000
)

// unasked is the password of workbooks that are locked against writing only; the program opens them without asking.
const unasked = "VelvetSweatshop"

// lock is a way of encrypting a package.
type lock interface {
	// key is what the package was encrypted with, nil when the password is wrong.
	key(password []byte) ([]byte, error)
	// open decrypts a package.
	open(key, packed []byte) ([]byte, error)
}

// Unlock decrypts an Office Open XML package that is locked with a password. Any other file is returned as it is. Without
// the right password the failure is DOCUMENT_PASSWORD_PROTECTED.
func Unlock(data io.ReaderAt, size int64, password string) (io.ReaderAt, int64, error) {
	magic := make([]byte, len(compound.Magic))
	if n, _ := data.ReadAt(magic, 0); n < len(magic) || string(magic) != compound.Magic {
		return data, size, nil
	}
	file, err := compound.Open(data, size)
	if err != nil {
		return data, size, nil // its reader will say what is wrong with it
	}
	info, packed := file.Root.Child("EncryptionInfo"), file.Root.Child("EncryptedPackage")
	if info == nil || packed == nil {
		return data, size, nil
	}
	plain, err := unlock(file, info, packed, password)
	if err != nil {
		return nil, 0, err
	}
	return bytes.NewReader(plain), int64(len(plain)), nil
}

func unlock(file *compound.File, info, packed *compound.Entry, password string) ([]byte, error) {
	if packed.Size > maxLocked {
		return nil, fault.New(fault.DocumentTooLarge, "a locked document is %d bytes, the limit is %d", packed.Size, int64(maxLocked))
	}
	head, err := file.Read(info, maxInfo)
	if err != nil {
		return nil, Corrupt(err, "its container is damaged")
	}
	how, err := readLock(head)
	if err != nil {
		return nil, err
	}
	key, err := tried(how, password)
	if err != nil {
		return nil, err
	}
	body, err := file.Read(packed, maxLocked)
	if err != nil {
		return nil, Corrupt(err, "its container is damaged")
	}
	if len(body) < 8 {
		return nil, Corrupt(nil, "its container is damaged")
	}
	length := binary.LittleEndian.Uint64(body)
	plain, err := how.open(key, body[8:])
	if err != nil {
		return nil, err
	}
	return plain[:min(length, uint64(len(plain)))], nil
}

// tried finds the key with the password, or with the one that is no secret.
func tried(how lock, password string) ([]byte, error) {
	for _, p := range []string{password, unasked} {
		key, err := how.key(sixteen(p))
		if err != nil || key != nil {
			return key, err
		}
	}
	why := "the document is password protected"
	if password != "" {
		why = "the password is wrong"
	}
	return nil, fault.New(fault.DocumentPasswordProtected, "%s", why).Typed("document_access_error")
}

// sixteen is a password as it is hashed.
func sixteen(s string) []byte {
	var out []byte
	for _, u := range utf16.Encode([]rune(s)) {
		out = binary.LittleEndian.AppendUint16(out, u)
	}
	return out
}

var errUnknownLock = errors.New("an encryption that is not known")

// readLock reads how a package is encrypted.
func readLock(info []byte) (lock, error) {
	if len(info) < 8 {
		return nil, Corrupt(nil, "its container is damaged")
	}
	major, minor := binary.LittleEndian.Uint16(info), binary.LittleEndian.Uint16(info[2:])
	switch {
	case major == 4 && minor == 4:
		return readAgile(info[8:])
	case major >= 2 && major <= 4 && minor == 2:
		return readStandard(info[8:])
	}
	return nil, Corrupt(errUnknownLock, "its encryption is not known")
}
