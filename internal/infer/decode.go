package infer

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// decode reads the JSON value of an answer. Models put words and fences around it now and then: the first object or array
// that can be read whole counts.
func decode(text string) (any, error) {
	v, err := decodeAt(text, true)
	if err == nil {
		return v, nil
	}
	from := strings.IndexAny(text, "{[")
	for tries := 0; from >= 0 && tries < maxStarts; tries++ {
		if v, again := decodeAt(text[from:], false); again == nil {
			return v, nil
		}
		next := strings.IndexAny(text[from+1:], "{[")
		if next < 0 {
			break
		}
		from += next + 1
		if !opensLine(text, from) {
			// Inside the value that could not be read: a part of it is not the answer.
			break
		}
	}
	return nil, err
}

// maxStarts is how many places of an answer are tried.
const maxStarts = 16

// opensLine reports whether nothing but blanks stands before a place on its line.
func opensLine(text string, at int) bool {
	line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
	return strings.TrimSpace(line) == ""
}

var errMore = errors.New("there is something behind the JSON value")

func decodeAt(text string, whole bool) (any, error) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("the JSON value ends too early")
		}
		return nil, err
	}
	if whole && dec.More() {
		return nil, errMore
	}
	return v, nil
}

// shorten keeps the beginning and the end of an answer that is shown to the model again.
func shorten(text string) string {
	const keep = 4000
	if len(text) <= 2*keep {
		return text
	}
	return strings.ToValidUTF8(text[:keep], "") + "\n…\n" + strings.ToValidUTF8(text[len(text)-keep:], "")
}
