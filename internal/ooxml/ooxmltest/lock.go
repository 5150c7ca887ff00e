package ooxmltest

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha1" //nolint:gosec // the format knows no other
	"crypto/sha512"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"unicode/utf16"

	"github.com/octavo-dev/octavo/internal/compound/compoundtest"
)

func wide(s string) []byte {
	var out []byte
	for _, u := range utf16.Encode([]rune(s)) {
		out = binary.LittleEndian.AppendUint16(out, u)
	}
	return out
}

func u32(n int) []byte { return binary.LittleEndian.AppendUint32(nil, uint32(n)) }

// padded fills up whole blocks.
func padded(b []byte) []byte {
	return append(bytes.Clone(b), make([]byte, (aes.BlockSize-len(b)%aes.BlockSize)%aes.BlockSize)...)
}

// Locked is the container of a locked package: how it was encrypted, the length of its content, and that encrypted.
func Locked(info, content, body []byte) string {
	return string(compoundtest.File(
		compoundtest.Entry{Name: "EncryptionInfo", Content: info},
		compoundtest.Entry{Name: "EncryptedPackage", Content: append(binary.LittleEndian.AppendUint64(nil, uint64(len(content))), body...)},
	))
}

// Lock encrypts as office programs do since 2010. More than 100 repetitions are only claimed.
func Lock(content []byte, password string, spins int) string {
	sum := func(pieces ...[]byte) []byte {
		h := sha512.Sum512(bytes.Join(pieces, nil))
		return h[:]
	}
	salt, dataSalt, key, input := []byte("0123456789abcdef"), []byte("fedcba9876543210"), bytes.Repeat([]byte{7}, 32), []byte("verifier of test")
	h := sum(salt, wide(password))
	for i := range min(spins, 100) {
		h = sum(u32(i), h)
	}
	seal := func(key, iv, data []byte) []byte {
		block, _ := aes.NewCipher(key)
		out := padded(data)
		cipher.NewCBCEncrypter(block, iv).CryptBlocks(out, out)
		return out
	}
	use := func(with string, data []byte) string {
		return base64.StdEncoding.EncodeToString(seal(sum(h, []byte(with))[:32], salt, data))
	}
	var body []byte
	for i := 0; i*4096 < len(content); i++ {
		body = append(body, seal(key, sum(dataSalt, u32(i))[:16], content[i*4096:min(len(content), (i+1)*4096)])...)
	}
	common := `saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512" saltValue=`
	xml := `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password">` +
		`<keyData ` + common + `"` + base64.StdEncoding.EncodeToString(dataSalt) + `"/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password">` +
		fmt.Sprintf(`<p:encryptedKey spinCount="%d" `, spins) + common + `"` + base64.StdEncoding.EncodeToString(salt) + `" encryptedVerifierHashInput="` + use("\xfe\xa7\xd2\x76\x3b\x4b\x9e\x79", input) +
		`" encryptedVerifierHashValue="` + use("\xd7\xaa\x0f\x6d\x30\x61\x34\x4e", sum(input)) + `" encryptedKeyValue="` + use("\x14\x6e\x0b\xe7\xab\xac\xd0\xd6", key) + `"/></keyEncryptor></keyEncryptors></encryption>`
	return Locked(append([]byte{4, 0, 4, 0, 0x40, 0, 0, 0}, xml...), content, body)
}

// LockOld encrypts as office programs did before.
func LockOld(content []byte, password string) string {
	sum := func(pieces ...[]byte) []byte {
		h := sha1.Sum(bytes.Join(pieces, nil)) //nolint:gosec // see above
		return h[:]
	}
	salt, verifier := []byte("0123456789abcdef"), []byte("verifier of test")
	h := sum(salt, wide(password))
	for i := range 50_000 {
		h = sum(u32(i), h)
	}
	h = sum(h, u32(0))
	inner := bytes.Repeat([]byte{0x36}, 64)
	for i := range h {
		inner[i] ^= h[i]
	}
	block, _ := aes.NewCipher(sum(inner)[:16])
	seal := func(data []byte) []byte {
		out := padded(data)
		for i := 0; i < len(out); i += aes.BlockSize {
			block.Encrypt(out[i:], out[i:])
		}
		return out
	}
	header := bytes.Join([][]byte{u32(0x24), u32(0), u32(0x660e), u32(0x8004), u32(128), u32(0x18), u32(0), u32(0), wide("provider\x00")}, nil)
	info := bytes.Join([][]byte{{3, 0, 2, 0, 0x24, 0, 0, 0}, u32(len(header)), header, u32(16), salt, seal(verifier), u32(20), seal(sum(verifier))}, nil)
	return Locked(info, content, seal(content))
}
