package mail

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"

	"github.com/octavo-dev/octavo/internal/charset"
	"github.com/octavo-dev/octavo/internal/compound"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
)

// Numbers of the properties that are read.
const (
	subject       = 0x0037
	submitted     = 0x0039
	recipientKind = 0x0c15
	senderName    = 0x0c1a
	senderAddress = 0x0c1f
	displayBcc    = 0x0e02
	displayCc     = 0x0e03
	displayTo     = 0x0e04
	delivered     = 0x0e06
	bodyText      = 0x1000
	bodyRTF       = 0x1009
	bodyHTML      = 0x1013
	displayName   = 0x3001
	address       = 0x3003
	attachedData  = 0x3701
	fileShortName = 0x3704
	longFileName  = 0x3707
	mimeTag       = 0x370e
	smtpAddress   = 0x39fe
	pageInternet  = 0x3fde
	pageMessage   = 0x3ffd
	senderSMTP    = 0x5d01
)

// Types of values.
const (
	typeText   = 0x001f // UTF-16
	typeBytes  = 0x0102
	typeNarrow = 0x001e // of the code page that the message names
)

// properties are those of a message, a recipient or an attachment.
type properties struct {
	owner *outlook
	of    *compound.Entry
	fixed map[int]uint64 // values of a fixed size
}

// maxFixed bounds the stream of values with a fixed size.
const maxFixed = 1 << 20

// properties reads the values of a fixed size, which stand in one stream behind a head; the others are streams of their
// own, opened when they are asked for.
func (o *outlook) properties(of *compound.Entry, head int) (*properties, error) {
	p := &properties{owner: o, of: of, fixed: map[int]uint64{}}
	e := of.Child("__properties_version1.0")
	if e == nil {
		return p, nil
	}
	raw, err := o.file.Read(e, maxFixed)
	if err != nil {
		return nil, fault.Wrap(fault.DocumentCorrupt, err, "the message cannot be read")
	}
	for raw = raw[min(head, len(raw)):]; len(raw) >= 16; raw = raw[16:] {
		tag := binary.LittleEndian.Uint32(raw)
		value := binary.LittleEndian.Uint64(raw[8:])
		if kind := tag & 0xffff; kind == 0x0003 { // an integer; the rest of its place is undefined
			value &= 0xffffffff
		}
		p.fixed[int(tag>>16)] = value
	}
	return p, nil
}

// entry is the stream of a property as bytes.
func (p *properties) entry(id int) *compound.Entry { return p.stream(id, typeBytes) }

func (p *properties) stream(id, kind int) *compound.Entry {
	return p.of.Child(fmt.Sprintf("__substg1.0_%04X%04X", id, kind))
}

// text is the first of the properties that says something.
func (p *properties) text(ids ...int) string {
	for _, id := range ids {
		for _, kind := range []int{typeText, typeNarrow, typeBytes} {
			e := p.stream(id, kind)
			if e == nil {
				continue
			}
			if s := p.decode(e, kind); strings.TrimSpace(s) != "" {
				return s
			}
		}
	}
	return ""
}

// raw is what a stream holds, nil where that is too much or damaged.
func (p *properties) raw(e *compound.Entry) []byte {
	if e.Size > p.owner.room {
		p.owner.message.issues = append(p.owner.message.issues, format.TooLarge("a text of the message", e.Size, p.owner.room).Message)
		return nil
	}
	raw, err := p.owner.file.Read(e, p.owner.room)
	if err != nil {
		p.owner.message.issues = append(p.owner.message.issues, "a part of the message is damaged")
		return nil
	}
	p.owner.room -= int64(len(raw))
	return raw
}

func (p *properties) decode(e *compound.Entry, kind int) string {
	raw := p.raw(e)
	var in io.Reader
	var err error
	switch page := p.page(); {
	case kind == typeText:
		in = charset.NewReaderOf(bytes.NewReader(raw), unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM))
	case page != nil:
		in = charset.NewReaderOf(bytes.NewReader(raw), page)
	default:
		if in, err = charset.NewReader(bytes.NewReader(raw)); err != nil {
			return ""
		}
	}
	out, err := io.ReadAll(in)
	if err != nil {
		return ""
	}
	return strings.TrimRight(string(out), "\x00")
}

// page is the encoding of narrow text, nil where it has to be guessed.
func (p *properties) page() encoding.Encoding {
	for _, id := range []int{pageInternet, pageMessage} {
		if e := codePage(p.fixed[id]); e != nil {
			return e
		}
	}
	return nil
}

// codePage is the encoding that Windows gives a number, nil for those that need no name.
func codePage(n uint64) encoding.Encoding {
	switch n {
	case 932:
		return named("shift_jis")
	case 936:
		return named("gbk")
	case 949:
		return named("euc-kr")
	case 950:
		return named("big5")
	case 28591:
		return named("iso-8859-1")
	}
	if n >= 1250 && n <= 1258 {
		return named(fmt.Sprintf("windows-%d", n))
	}
	return nil
}

func named(name string) encoding.Encoding {
	e, err := htmlindex.Get(name)
	if err != nil {
		return nil
	}
	return e
}

// date is the first of the properties that is a time, as mail writes it.
func (p *properties) date(ids ...int) string {
	for _, id := range ids {
		if v := p.fixed[id]; v != 0 {
			return fileTime(v).Format(time.RFC1123Z)
		}
	}
	return ""
}
