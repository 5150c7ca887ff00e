package ooxml

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha1" //nolint:gosec // files say which hash they were made with
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"hash"
	"strconv"

	"github.com/octavo-dev/octavo/internal/markup"
)

// segment is how many bytes of a package are encrypted together.
const segment = 4096

// hashes are those a file may be made with.
var hashes = map[string]func() hash.Hash{"SHA1": sha1.New, "SHA-1": sha1.New, "SHA256": sha256.New, "SHA384": sha512.New384, "SHA512": sha512.New}

// cipherOf is one use of encryption in a file.
type cipherOf struct {
	salt  []byte
	hash  func() hash.Hash
	bits  int
	spins int
}

// agile is the encryption that office programs use since 2010.
type agile struct {
	data, password              cipherOf
	input, value, encryptedKeys []byte
}

// What keeps the three uses of one password apart.
var (
	forInput = []byte{0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79}
	forValue = []byte{0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e}
	forKey   = []byte{0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6}
)

func readAgile(info []byte) (lock, error) {
	a := &agile{}
	r := markup.NewReader(bytes.NewReader(info), &Names)
	r.Root()
	for child := range r.Children() {
		switch child {
		case "enc:keyData":
			a.data = readCipher(r)
		case "enc:keyEncryptors":
			a.readEncryptors(r)
		}
	}
	ok := r.Err() == nil && a.data.hash != nil && a.password.hash != nil && len(a.value) > 0
	if !ok || a.password.spins < 0 || a.password.spins > maxSpins {
		return nil, Corrupt(r.Err(), "its encryption is not known")
	}
	return a, nil
}

func (a *agile) readEncryptors(r *markup.Reader) {
	for child := range r.Children() {
		if child != "enc:keyEncryptor" {
			continue
		}
		for inner := range r.Children() {
			if inner != "encpw:encryptedKey" {
				continue
			}
			a.password = readCipher(r)
			a.input, a.value = encoded(r, "encryptedVerifierHashInput"), encoded(r, "encryptedVerifierHashValue")
			a.encryptedKeys = encoded(r, "encryptedKeyValue")
		}
	}
}

// readCipher reads the attributes that all uses share. Only the one cipher that office programs write is known.
func readCipher(r *markup.Reader) cipherOf {
	c := cipherOf{salt: encoded(r, "saltValue"), spins: -1}
	c.bits, _ = strconv.Atoi(r.Attr("keyBits"))
	if n, err := strconv.Atoi(r.Attr("spinCount")); err == nil {
		c.spins = n
	}
	known := r.Attr("cipherAlgorithm") == "AES" && r.Attr("cipherChaining") == "ChainingModeCBC" && (c.bits == 128 || c.bits == 192 || c.bits == 256)
	if known {
		c.hash = hashes[r.Attr("hashAlgorithm")]
	}
	return c
}

func encoded(r *markup.Reader, name string) []byte {
	b, err := base64.StdEncoding.DecodeString(r.Attr(name))
	if err != nil {
		return nil
	}
	return b
}

// digest hashes pieces one after the other.
func (c *cipherOf) digest(pieces ...[]byte) []byte {
	h := c.hash()
	for _, p := range pieces {
		h.Write(p)
	}
	return h.Sum(nil)
}

func little(n int) []byte { return binary.LittleEndian.AppendUint32(nil, uint32(n)) }

func (a *agile) key(password []byte) ([]byte, error) {
	c := &a.password
	h := c.digest(c.salt, password)
	for i := range c.spins {
		h = c.digest(little(i), h)
	}
	open := func(use, data []byte) []byte {
		return decryptCBC(fit(c.digest(h, use), c.bits/8), fit(c.salt, aes.BlockSize), data)
	}
	input, value := open(forInput, a.input), open(forValue, a.value)
	want := c.digest(input)
	if len(value) < len(want) || subtle.ConstantTimeCompare(value[:len(want)], want) != 1 {
		return nil, nil
	}
	key := open(forKey, a.encryptedKeys)
	if len(key) < a.data.bits/8 {
		return nil, Corrupt(nil, "its encryption is not known")
	}
	return key[:a.data.bits/8], nil
}

func (a *agile) open(key, packed []byte) ([]byte, error) {
	out := make([]byte, 0, len(packed))
	for i := 0; len(packed) > 0; i++ {
		n := min(segment, len(packed))
		out = append(out, decryptCBC(key, fit(a.data.digest(a.data.salt, little(i)), aes.BlockSize), packed[:n])...)
		packed = packed[n:]
	}
	return out, nil
}

// fit makes a value as long as it is needed.
func fit(b []byte, length int) []byte {
	if len(b) >= length {
		return b[:length]
	}
	return append(bytes.Clone(b), bytes.Repeat([]byte{0x36}, length-len(b))...)
}

// decryptCBC decrypts whole blocks; what is left over is damage and dropped.
func decryptCBC(key, iv, data []byte) []byte {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil // the length of the key was checked
	}
	out := make([]byte, len(data)/aes.BlockSize*aes.BlockSize)
	cipher.NewCBCDecrypter(block, iv).CryptBlocks(out, data[:len(out)])
	return out
}
