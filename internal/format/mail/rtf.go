package mail

import (
	"io"
	"strconv"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"

	"github.com/octavo-dev/octavo/internal/charset"
)

// rtf is RTF while its text is read. Bodies of messages are all it has to know: paragraphs, characters of any script, and
// web pages that Outlook wraps into RTF with their tags.
type rtf struct {
	in    string
	out   strings.Builder
	bytes []byte // characters of the encoding that are not decoded yet
	half  rune   // the first of two units of a character

	page  encoding.Encoding // of the document
	fonts map[int]encoding.Encoding
	html  bool   // the document is a wrapped web page
	line  string // what a paragraph ends with

	state
	stack []state
}

// state is what a group inherits and ends.
type state struct {
	skip    bool // nothing of the group is shown
	wrapped bool // what stands here stands in a tag of the web page too
	tag     bool // inside such a tag
	hidden  bool // text that its author does not show
	listed  bool // inside the list of fonts
	star    bool // the next word may be unknown
	font    int
	units   int // characters that stand behind a Unicode one for those who do not know it
	skipped int // of them that are still to come
}

// maxGroups bounds how deep groups lie in each other.
const maxGroups = 1000

// hiddenGroups are words whose groups hold no text of the body.
var hiddenGroups = words("colortbl stylesheet info pict header headerl headerr headerf footer footerl footerr footerf object themedata datastore " +
	"listtable listoverridetable rsidtbl generator filetbl revtbl xmlnstbl latentstyles fldinst bkmkstart bkmkend mmathpr footnote annotation")

// signs are words that stand for characters.
var signs = map[string]string{
	"line": "\n", "tab": "\t", "cell": "\t", "row": "\n", "sect": "\n", "page": "\n", "bullet": "•", "endash": "–", "emdash": "—",
	"lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "emspace": " ", "enspace": " ", "qmspace": " ",
}

func words(s string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		m[w] = true
	}
	return m
}

// rtfText is the text of an RTF document, or the web page in it.
func rtfText(in string) (text string, html bool) {
	r := &rtf{in: in, fonts: map[int]encoding.Encoding{}, page: named("windows-1252"), line: "\n\n"}
	r.units = 1
	for len(r.in) > 0 && len(r.stack) <= maxGroups {
		r.next()
	}
	r.decode()
	clean, err := io.ReadAll(charset.NewReaderOf(strings.NewReader(r.out.String()), unicode.UTF8))
	if err != nil {
		return "", r.html
	}
	return string(clean), r.html
}

// next reads a group's end or beginning, a word, or a character.
func (r *rtf) next() {
	c := r.in[0]
	if c == '\\' {
		r.control()
		return
	}
	r.in = r.in[1:]
	switch c {
	case '{':
		r.decode()
		r.stack = append(r.stack, r.state)
	case '}':
		r.decode()
		if n := len(r.stack); n > 0 {
			r.state, r.stack = r.stack[n-1], r.stack[:n-1]
		}
	case '\r', '\n', 0:
	default:
		r.char(c)
	}
}

// control reads what stands behind a backslash.
func (r *rtf) control() {
	r.in = r.in[1:]
	if r.in == "" {
		return
	}
	if c := r.in[0] | 0x20; c < 'a' || c > 'z' {
		r.symbol()
		return
	}
	n := 0
	for n < len(r.in) && r.in[n]|0x20 >= 'a' && r.in[n]|0x20 <= 'z' {
		n++
	}
	word := r.in[:n]
	r.in = r.in[n:]
	n = 0
	for n < len(r.in) && n < 11 && (r.in[n] >= '0' && r.in[n] <= '9' || n == 0 && r.in[n] == '-') {
		n++
	}
	number, err := strconv.Atoi(r.in[:n])
	r.in = strings.TrimPrefix(r.in[n:], " ")
	r.word(word, number, err == nil)
	r.star = false
}

func (r *rtf) symbol() {
	c := r.in[0]
	r.in = r.in[1:]
	switch c {
	case '\'':
		if len(r.in) >= 2 {
			if b, err := strconv.ParseUint(r.in[:2], 16, 8); err == nil {
				r.in = r.in[2:]
				r.char(byte(b))
			}
		}
	case '*':
		r.star = true
	case '\\', '{', '}':
		r.char(c)
	case '~':
		r.write("\u00a0")
	case '_':
		r.write("-")
	case '\r', '\n':
		r.write(r.line)
	}
}

// word does what a word of the format says.
func (r *rtf) word(word string, number int, given bool) {
	switch sign := signs[word]; {
	case sign != "":
		r.write(sign)
		return
	case word == "htmltag" && r.html:
		r.tag = true
		return
	case hiddenGroups[word] || r.star:
		r.skip = true
		return
	}
	switch word {
	case "par":
		r.write(r.line)
	case "u":
		r.unicode(number)
	case "uc":
		r.units = max(number, 0)
	case "bin":
		r.in = r.in[min(max(number, 0), len(r.in)):]
	case "ansicpg":
		if e := codePage(uint64(max(number, 0))); e != nil {
			r.page = e
		}
	case "fonttbl":
		r.listed, r.skip = true, true
	case "f":
		r.decode()
		r.font = number
	case "fcharset":
		if r.listed && len(r.fonts) < maxGroups {
			r.fonts[r.font] = codePage(uint64(charsets[number]))
		}
	case "v", "deleted":
		r.decode()
		r.hidden = !given || number != 0
	case "plain":
		r.decode()
		r.hidden = false
	case "fromhtml":
		r.html = true
	case "fromtext":
		r.line = "\n"
	case "htmlrtf":
		r.decode()
		r.wrapped = !given || number != 0
	}
}

// charsets are the code pages of the character sets that fonts name.
var charsets = map[int]int{128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 177: 1255, 178: 1256, 186: 1257, 204: 1251, 238: 1250}

// unicode adds a character by its number, or half of one.
func (r *rtf) unicode(number int) {
	unit := rune(uint16(number))
	switch {
	case utf16.IsSurrogate(unit) && r.half == 0:
		r.half = unit
	case r.half != 0:
		r.write(string(utf16.DecodeRune(r.half, unit)))
		r.half = 0
	default:
		r.write(string(unit))
	}
	r.skipped = r.units
}

// char adds a character of the encoding, which may need further bytes.
func (r *rtf) char(c byte) {
	if r.skipped > 0 {
		r.skipped--
		return
	}
	if !r.unseen() {
		r.bytes = append(r.bytes, c)
	}
}

// unseen reports text that is not shown here: it is none of the body, or stands in a tag of the web page as well.
func (r *rtf) unseen() bool { return r.skip || r.hidden || r.html && r.wrapped && !r.tag }

func (r *rtf) write(s string) {
	r.decode()
	r.skipped = 0
	if !r.unseen() {
		r.out.WriteString(s)
	}
}

// decode writes the characters that wait for further bytes.
func (r *rtf) decode() {
	if len(r.bytes) == 0 {
		return
	}
	page := r.fonts[r.font]
	if page == nil {
		page = r.page
	}
	text, err := page.NewDecoder().Bytes(r.bytes)
	if err == nil {
		r.out.Write(text)
	}
	r.bytes = r.bytes[:0]
}
