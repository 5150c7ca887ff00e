package mail

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Outlook packs RTF by replacing what was seen before with where it stands in a ring of the last 4096 bytes. The ring
// begins with words that most documents begin with.
const (
	ring     = 4096
	familiar = `{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans SerifSymbolArialTimes New RomanCourier` +
		"{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)

// Heads of packed RTF.
const (
	packHead   = 16
	packed     = 0x75465a4c // "LZFu"
	unpacked   = 0x414c454d // "MELA"
	shortMatch = 2          // that is the length of a match of length 0
)

var errPacked = errors.New("the packed text is damaged")

// unpack returns the RTF that was packed, at most so many bytes. What the head says of sizes is not believed.
func unpack(raw []byte, most int64) ([]byte, error) {
	if len(raw) < packHead {
		return nil, errPacked
	}
	kind, raw := binary.LittleEndian.Uint32(raw[8:]), raw[packHead:]
	switch kind {
	case unpacked:
		if int64(len(raw)) > most {
			return nil, errTooLong
		}
		return raw, nil
	case packed:
		return expand(raw, most)
	}
	return nil, fmt.Errorf("%w: kind %08x", errPacked, kind)
}

var errTooLong = errors.New("the packed text is too long")

func expand(raw []byte, most int64) ([]byte, error) {
	var window [ring]byte
	at := copy(window[:], familiar)
	var out []byte
	put := func(c byte) {
		out = append(out, c)
		window[at] = c
		at = (at + 1) % ring
	}
	for len(raw) > 0 {
		flags := raw[0]
		raw = raw[1:]
		for bit := 0; bit < 8 && len(raw) > 0; bit++ {
			if int64(len(out)) > most {
				return nil, errTooLong
			}
			if flags>>bit&1 == 0 {
				put(raw[0])
				raw = raw[1:]
				continue
			}
			if len(raw) < 2 {
				return nil, errPacked
			}
			match := binary.BigEndian.Uint16(raw)
			raw = raw[2:]
			from, length := int(match>>4), int(match&0xf)+shortMatch
			if from == at { // where the next byte would go: the end
				return out, nil
			}
			for range length {
				put(window[from])
				from = (from + 1) % ring
			}
		}
	}
	return out, nil
}
