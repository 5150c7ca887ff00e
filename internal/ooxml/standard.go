package ooxml

import (
	"bytes"
	"crypto/aes"
	"crypto/sha1" //nolint:gosec // the format knows no other
	"crypto/subtle"
	"encoding/binary"
)

// standard is the encryption of office programs before 2010.
type standard struct {
	salt, verifier, hash []byte
	bytes                int // of the key
}

// Sizes of the parts of its description, and how often a password is hashed.
const (
	headerLength = 32 // before the name of the provider
	saltLength   = 16
	hashLength   = 32 // of SHA-1, padded to whole blocks
	spins        = 50_000
)

// aesNumbers are the numbers of the cipher for keys of 128, 192 and 256 bits.
var aesNumbers = map[uint32]int{0x660e: 16, 0x660f: 24, 0x6610: 32}

func readStandard(info []byte) (lock, error) {
	damaged := Corrupt(nil, "its encryption is not known")
	if len(info) < 4 {
		return nil, damaged
	}
	length := int64(binary.LittleEndian.Uint32(info))
	info = info[4:]
	if length < headerLength || length > int64(len(info)) {
		return nil, damaged
	}
	header, verifier := info[:length], info[length:]
	s := &standard{bytes: aesNumbers[binary.LittleEndian.Uint32(header[8:])]}
	if s.bytes == 0 || len(verifier) < 4+saltLength+aes.BlockSize+4+hashLength {
		return nil, damaged
	}
	verifier = verifier[4:]
	s.salt, verifier = verifier[:saltLength], verifier[saltLength:]
	s.verifier, verifier = verifier[:aes.BlockSize], verifier[aes.BlockSize+4:]
	s.hash = verifier[:hashLength]
	return s, nil
}

func digest(pieces ...[]byte) []byte {
	h := sha1.New() //nolint:gosec // see above
	for _, p := range pieces {
		h.Write(p)
	}
	return h.Sum(nil)
}

func (s *standard) key(password []byte) ([]byte, error) {
	h := digest(s.salt, password)
	for i := range spins {
		h = digest(little(i), h)
	}
	h = digest(h, little(0))
	key := append(digest(mixed(0x36, h)), digest(mixed(0x5c, h))...)[:s.bytes]
	verifier, err := s.open(key, s.verifier)
	if err != nil {
		return nil, err
	}
	hash, err := s.open(key, s.hash)
	if err != nil {
		return nil, err
	}
	want := digest(verifier)
	if subtle.ConstantTimeCompare(hash[:len(want)], want) != 1 {
		return nil, nil
	}
	return key, nil
}

// mixed is 64 times a byte, with a hash laid over its start.
func mixed(with byte, h []byte) []byte {
	out := bytes.Repeat([]byte{with}, 64)
	subtle.XORBytes(out, out, h)
	return out
}

// open decrypts block by block, each for itself, as the format has it.
func (s *standard) open(key, packed []byte) ([]byte, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, Corrupt(err, "its encryption is not known")
	}
	out := make([]byte, len(packed)/aes.BlockSize*aes.BlockSize)
	for i := 0; i < len(out); i += aes.BlockSize {
		block.Decrypt(out[i:], packed[i:])
	}
	return out, nil
}
