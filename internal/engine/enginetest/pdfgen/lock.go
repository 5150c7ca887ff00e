package pdfgen

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
)

// Lock protects a file with passwords, by 128 bits of RC4 or AES.
type Lock struct {
	User, Owner string
	AES         bool
}

const (
	fileID      = "octavo test file"
	permissions = 0xFFFFFFFC
	padding     = "\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A"
)

func padded(password string) []byte { return []byte((password + padding)[:32]) }

// rounds hashes a value once and then 50 times more.
func rounds(value []byte) []byte {
	sum := md5.Sum(value)
	for range 50 {
		sum = md5.Sum(sum[:])
	}
	return sum[:]
}

// chained encrypts a value 20 times, each time with another variant of the key.
func chained(key, value []byte) []byte {
	for i := range 20 {
		variant := make([]byte, len(key))
		for j := range key {
			variant[j] = key[j] ^ byte(i)
		}
		value = rc4ed(variant, value)
	}
	return value
}

func rc4ed(key, value []byte) []byte {
	c, err := rc4.NewCipher(key)
	if err != nil {
		panic(err) // keys are 16 bytes
	}
	out := make([]byte, len(value))
	c.XORKeyStream(out, value)
	return out
}

func (l *Lock) owner() []byte { return chained(rounds(padded(l.Owner)), padded(l.User)) }

func (l *Lock) key() []byte {
	value := append(padded(l.User), l.owner()...)
	value = binary.LittleEndian.AppendUint32(value, permissions)
	return rounds(append(value, fileID...))
}

func (l *Lock) user() []byte {
	sum := md5.Sum([]byte(padding + fileID))
	return append(chained(l.key(), sum[:]), make([]byte, 16)...)
}

func (l *Lock) trailer() string {
	method := "/V 2/R 3/Length 128"
	if l.AES {
		method = "/V 4/R 4/Length 128/CF<</StdCF<</CFM/AESV2/AuthEvent/DocOpen/Length 16>>>>/StmF/StdCF/StrF/StdCF"
	}
	allowed := uint32(permissions)
	return fmt.Sprintf("/ID[<%x><%x>]/Encrypt<</Filter/Standard%s/P %d/O<%x>/U<%x>>>",
		fileID, fileID, method, int32(allowed), l.owner(), l.user())
}

// object encrypts the stream of an object and its literal strings, which must not be nested.
func (l *Lock) object(number int, o object) object {
	var b strings.Builder
	rest := o.body
	for {
		before, after, found := strings.Cut(rest, "(")
		b.WriteString(before)
		if !found {
			break
		}
		end := 0
		var text []byte
		for ; after[end] != ')'; end++ {
			if after[end] == '\\' {
				end++
			}
			text = append(text, after[end])
		}
		b.WriteString("<" + hex.EncodeToString(l.seal(number, text)) + ">")
		rest = after[end+1:]
	}
	o.body = b.String()
	if o.stream != nil {
		o.stream = l.seal(number, o.stream)
	}
	return o
}

func (l *Lock) seal(number int, value []byte) []byte {
	seed := append(l.key(), byte(number), byte(number>>8), byte(number>>16), 0, 0)
	if !l.AES {
		key := md5.Sum(seed)
		return rc4ed(key[:], value)
	}
	key := md5.Sum(append(seed, "sAlT"...))
	block, err := aes.NewCipher(key[:])
	if err != nil {
		panic(err) // keys are 16 bytes
	}
	fill := aes.BlockSize - len(value)%aes.BlockSize
	value = append(append([]byte(nil), value...), strings.Repeat(string(rune(fill)), fill)...)
	start := md5.Sum(seed) // any 16 bytes do
	cipher.NewCBCEncrypter(block, start[:]).CryptBlocks(value, value)
	return append(start[:], value...)
}
