package guard

import (
	"mime"
	"net/http"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName is what file systems take.
const maxName = 255

// filename is what the origin calls the document: a hint for its type and for people, never a path.
func filename(resp *http.Response) string {
	if _, params, err := mime.ParseMediaType(resp.Header.Get("Content-Disposition")); err == nil {
		if name := plainName(params["filename"]); name != "" {
			return name
		}
	}
	return plainName(resp.Request.URL.Path)
}

func plainName(name string) string {
	name = path.Base(strings.ReplaceAll(strings.ToValidUTF8(name, ""), `\`, "/"))
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, name))
	if name == "." || name == ".." || name == "/" {
		return ""
	}
	// The ending says more about the type than the beginning.
	for len(name) > maxName {
		_, n := utf8.DecodeRuneInString(name)
		name = name[n:]
	}
	return name
}
