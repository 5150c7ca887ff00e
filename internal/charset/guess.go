package charset

import (
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// What a text of another script than Latin needs to be taken for one.
const (
	fewestChars = 3   // of that script
	mostCommon  = 0.6 // the share of them that such texts use most
)

// guess names the encoding of bytes that are not UTF-8 and not wide, nil where they are Latin or nothing tells. A text
// of two bytes a character has no byte out of place, and most of its characters are among the few hundred that such
// texts are made of; letters with accents, read that way, give rare signs.
func guess(sample []byte) encoding.Encoding {
	if utf8.Valid(trimmed(sample)) {
		return nil
	}
	if c := pairs(sample, sjisLead, sjisTrail, sjisCommon); c.holds() {
		return japanese.ShiftJIS
	}
	if c := pairs(sample, high, high, func(lead, _ byte) bool { return lead == 0xa4 || lead == 0xa5 || lead >= 0xb0 && lead <= 0xcf }); c.holds() {
		kana := pairs(sample, high, high, func(lead, _ byte) bool { return lead == 0xa4 || lead == 0xa5 })
		hangul := pairs(sample, high, high, func(lead, _ byte) bool { return lead >= 0xb0 && lead <= 0xc8 })
		switch {
		case kana.share() >= 0.2:
			return japanese.EUCJP
		case hangul.share() >= 0.95:
			return korean.EUCKR
		}
		return simplifiedchinese.GB18030
	}
	if c := pairs(sample, gbkLead, gbkTrail, func(lead, trail byte) bool { return lead >= 0xb0 && lead <= 0xd7 && trail >= 0xa1 }); c.holds() {
		return simplifiedchinese.GB18030
	}
	if c := pairs(sample, gbkLead, big5Trail, func(lead, _ byte) bool { return lead >= 0xa4 && lead <= 0xc6 }); c.holds() {
		return traditionalchinese.Big5
	}
	return cyrillic(sample)
}

// trimmed is a sample without a character that its end may cut.
func trimmed(sample []byte) []byte {
	for cut := 1; cut < utf8.UTFMax && cut < len(sample); cut++ {
		if at := len(sample) - cut; utf8.RuneStart(sample[at]) {
			if !utf8.FullRune(sample[at:]) {
				return sample[:at]
			}
			break
		}
	}
	return sample
}

// count is how a text reads in an encoding of two bytes a character.
type count struct {
	chars, common int
	broken        bool
}

func (c count) share() float64 { return float64(c.common) / float64(max(c.chars, 1)) }

func (c count) holds() bool {
	return !c.broken && c.chars >= fewestChars && c.share() >= mostCommon
}

// pairs reads a sample. A character that the end of the sample cuts is no damage.
func pairs(sample []byte, lead, trail func(byte) bool, common func(lead, trail byte) bool) count {
	var c count
	for i := 0; i < len(sample); i++ {
		b := sample[i]
		switch {
		case b < 0x80:
		case !lead(b):
			c.broken = true
			return c
		case i+1 == len(sample):
		case !trail(sample[i+1]):
			c.broken = true
			return c
		default:
			c.chars++
			if common(b, sample[i+1]) {
				c.common++
			}
			i++
		}
	}
	return c
}

func high(b byte) bool      { return b >= 0xa1 && b <= 0xfe }
func gbkLead(b byte) bool   { return b >= 0x81 && b <= 0xfe }
func gbkTrail(b byte) bool  { return b >= 0x40 && b <= 0xfe && b != 0x7f }
func big5Trail(b byte) bool { return b >= 0x40 && b <= 0x7e || b >= 0xa1 && b <= 0xfe }
func sjisLead(b byte) bool  { return b >= 0x81 && b <= 0x9f || b >= 0xe0 && b <= 0xfc }
func sjisTrail(b byte) bool { return b >= 0x40 && b <= 0xfc && b != 0x7f }

// sjisCommon are the two syllabaries, signs, and the first level of Chinese characters.
func sjisCommon(lead, _ byte) bool {
	return lead >= 0x81 && lead <= 0x84 || lead >= 0x88 && lead <= 0x97
}

// cyrillic tells the two usual encodings of Cyrillic apart: text is mostly small letters, which stand where the other
// has its capitals. Words are runs of letters beyond ASCII, which Latin words are not.
func cyrillic(sample []byte) encoding.Encoding {
	var lower, upper, inRuns, all int
	for i, b := range sample {
		if b < 0xc0 {
			continue
		}
		all++
		if i > 0 && sample[i-1] >= 0xc0 || i+1 < len(sample) && sample[i+1] >= 0xc0 {
			inRuns++
		}
		if b >= 0xe0 {
			lower++
		} else {
			upper++
		}
	}
	switch {
	case all < 3*fewestChars || inRuns*10 < all*9:
		return nil
	case lower > upper:
		return charmap.Windows1251
	}
	return charmap.KOI8R
}
