package cos

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// String is a text string of a document: UTF-16 or UTF-8 behind its mark, else the encoding of PDF documents.
func (t Text) String() string {
	s := string(t)
	switch {
	case strings.HasPrefix(s, "\xfe\xff"):
		units := make([]uint16, 0, len(s)/2)
		for i := 2; i+1 < len(s); i += 2 {
			units = append(units, uint16(s[i])<<8|uint16(s[i+1]))
		}
		return string(utf16.Decode(units))
	case strings.HasPrefix(s, "\xef\xbb\xbf"):
		return strings.ToValidUTF8(s[3:], "\ufffd")
	}
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(docLetter(s[i]))
	}
	return b.String()
}

// Doc is a text string of a document as files write it.
func Doc(s string) Text {
	for _, r := range s {
		if r >= utf8.RuneSelf || r < ' ' && r != '\n' && r != '\r' && r != '\t' {
			return "\xfe\xff" + UTF16(s)
		}
	}
	return Text(s)
}

// UTF16 is a text in UTF-16, the larger byte of each unit first.
func UTF16(s string) Text {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u>>8), byte(u))
	}
	return Text(b)
}

// docLetters are those of the encoding of PDF documents that are not what Latin 1 has in their places.
var docLetters = map[byte]rune{
	0x18: '˘', 0x19: 'ˇ', 0x1a: 'ˆ', 0x1b: '˙', 0x1c: '˝', 0x1d: '˛', 0x1e: '˚', 0x1f: '˜',
	0x80: '•', 0x81: '†', 0x82: '‡', 0x83: '…', 0x84: '—', 0x85: '–', 0x86: 'ƒ', 0x87: '⁄', 0x88: '‹', 0x89: '›', 0x8a: '−', 0x8b: '‰',
	0x8c: '„', 0x8d: '“', 0x8e: '”', 0x8f: '‘', 0x90: '’', 0x91: '‚', 0x92: '™', 0x93: 'ﬁ', 0x94: 'ﬂ', 0x95: 'Ł', 0x96: 'Œ', 0x97: 'Š',
	0x98: 'Ÿ', 0x99: 'Ž', 0x9a: 'ı', 0x9b: 'ł', 0x9c: 'œ', 0x9d: 'š', 0x9e: 'ž', 0xa0: '€',
}

func docLetter(c byte) rune {
	if r, ok := docLetters[c]; ok {
		return r
	}
	return rune(c)
}
