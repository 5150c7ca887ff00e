package format

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/charset"
	"github.com/octavo-dev/octavo/internal/fault"
)

// headSize is how much of a file its type is decided on.
const headSize = 64 << 10

// Detect finds the format of a file: by the forced ending, then its signature, then what lies inside its container,
// then its name, then what the origin called it. Text of any other kind is plain text.
func Detect(formats []Format, f File, force string) (*Format, error) {
	if f.Size == 0 {
		return nil, fault.New(fault.DocumentEmpty, "")
	}
	if force = strings.ToLower(strings.TrimPrefix(force, ".")); force != "" {
		return named(formats, force)
	}
	head, err := readHead(f)
	if err != nil {
		return nil, err
	}
	for i := range formats {
		if sniff := formats[i].Sniff; sniff != nil && sniff(head) {
			return readable(&formats[i])
		}
	}
	if inside := contained(f, head); inside != "" {
		return named(formats, inside)
	}
	return byName(formats, f, charset.IsText(head))
}

// Holds reports whether the bytes of a file are those of the format, whatever the file is called. It can tell only of
// formats with a signature or a known container.
func (t *Format) Holds(f File) (bool, error) {
	head, err := readHead(f)
	if err != nil {
		return false, err
	}
	return t.Sniff != nil && t.Sniff(head) || contained(f, head) == t.Name, nil
}

func readHead(f File) ([]byte, error) {
	head := make([]byte, min(headSize, f.Size))
	n, err := f.Data.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the start of the file: %w", err)
	}
	return head[:n], nil
}

// byName trusts the file name, then the origin, as far as the content agrees: bytes that are not text are of no
// text type, whatever they are called, and those of a paged type would have been known by their signature.
func byName(formats []Format, f File, text bool) (*Format, error) {
	media, _, _ := strings.Cut(strings.ToLower(f.MediaType), ";")
	fits := []func(*Format) bool{
		func(t *Format) bool { return t.named(f.Ending()) },
		func(t *Format) bool { return slices.Contains(t.MediaTypes, strings.TrimSpace(media)) },
		func(t *Format) bool { return text && t.Name == "txt" },
	}
	for _, fit := range fits {
		for i := range formats {
			if t := &formats[i]; fit(t) && (text || !t.Text) && !t.Paged {
				return readable(t)
			}
		}
	}
	return nil, Unsupported("")
}

func named(formats []Format, ending string) (*Format, error) {
	for i := range formats {
		if formats[i].named(ending) {
			return readable(&formats[i])
		}
	}
	return nil, Unsupported(ending)
}

func (t *Format) named(ending string) bool {
	return ending != "" && (t.Name == ending || slices.Contains(t.Endings, ending))
}

func readable(t *Format) (*Format, error) {
	if t.Read == nil && !t.Paged && t.Via == "" {
		return nil, Unsupported(t.Name)
	}
	return t, nil
}
