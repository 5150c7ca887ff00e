package charset_test

import (
	"io"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"github.com/octavo-dev/octavo/internal/charset"
)

func TestGuess(t *testing.T) {
	for _, c := range []struct {
		name string
		in   encoding.Encoding
		text string
	}{
		{"ShiftJIS", japanese.ShiftJIS, "品名,数量\nりんご,3\n表の紙,12\n"},
		{"EUCJP", japanese.EUCJP, "品名,数量\nりんごとみかん,3\nおちゃ,12\n"},
		{"EUCKR", korean.EUCKR, "이름,나이\n서울에서 온 사람,30\n"},
		{"GBK", simplifiedchinese.GBK, "姓名,年龄\n北京的人很多,30\n"},
		{"Big5", traditionalchinese.Big5, "姓名,年齡\n臺北的人很多,30\n我們是學生\n"},
		{"Windows1251", charmap.Windows1251, "Привет всем, это короткое письмо"},
		{"KOI8R", charmap.KOI8R, "Привет всем, это короткое письмо"},
		{"French", charmap.Windows1252, "Le résumé général a été présenté à l’été, ça suffit, déjà connu; après l'hôtel"},
		{"German", charmap.Windows1252, "Größe, Straße, Übergröße, Äpfel und Öle für später"},
		{"Capitals", charmap.Windows1252, "ÄÖÜ ÀÉÈ"},
		{"Short", charmap.Windows1252, "é"},
	} {
		raw, err := c.in.NewEncoder().String(c.text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := charset.NewReader(strings.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		if err != nil || string(got) != c.text {
			t.Errorf("%s: %q %v", c.name, got, err)
		}
	}
}
