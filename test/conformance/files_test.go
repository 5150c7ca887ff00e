package conformance

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
)

func (v *visit) ownID(answer object, ending string) string {
	v.Helper()
	id := text(answer, "file_id")
	if !strings.HasPrefix(id, prefix+"://") || !strings.HasSuffix(id, ending) {
		v.Errorf("file_id %q", id)
	}
	return id
}

func reserve(v *visit) {
	for query, ending := range map[string]string{"": "", "?extension=pdf": ".pdf", "?extension=.pdf": ".pdf"} {
		answer := v.want(http.StatusOK, "POST", "/upload"+query, nil)
		id := v.ownID(answer, ending)
		if a := v.send("PUT", v.https(text(answer, "presigned_url")), bytes.NewReader(letter())); a.status != http.StatusOK {
			v.Errorf("PUT to the presigned URL: %d %s", a.status, a.body)
		}
		v.done(v.post("/parse", object{"input": id}))
	}
}

// form is a multipart body with one file, and its content type.
func form(name string, content []byte) (io.Reader, string) {
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, _ := w.CreateFormFile("file", name) // a buffer takes everything
	part.Write(content)
	w.Close()
	return &body, w.FormDataContentType()
}

func (v *visit) uploaded() string {
	v.Helper()
	body, kind := form("minimal.pdf", []byte("%PDF-1.4 minimal test file"))
	return v.ownID(v.want(http.StatusOK, "POST", "/upload", body, "Content-Type", kind), ".pdf")
}

func uploadMinimal(v *visit) { v.uploaded() }

func deleteUpload(v *visit) {
	id := v.uploaded()
	path := "/upload/" + url.PathEscape(id)
	if strings.Contains(path, "//") {
		v.Fatalf("%s is not percent-encoded", path)
	}
	if got := text(v.want(http.StatusOK, "DELETE", path, nil), "file_id"); got != id {
		v.Errorf("deleted %q, want %q", got, id)
	}
	if got := text(v.want(http.StatusNotFound, "DELETE", path, nil), "error", "name"); got != "NOT_FOUND" {
		v.Errorf("the second time: %q", got)
	}
}
