package client

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
)

// directBytes is the largest file that goes to the service itself; larger ones go to a URL that it names.
const directBytes = 100 << 20

// extension finds the ending of a file name that the service takes as one.
var extension = regexp.MustCompile(`\.([A-Za-z0-9]{1,16})$`)

// Upload stores a file and returns its id, which operations take as input. The file is streamed. A reader that is also
// an io.Seeker, such as *os.File, is read from where it stands; it may be of any size, and is sent again when that may
// help.
func (c *Client) Upload(ctx context.Context, name string, r io.Reader) (string, error) {
	f := newFile(r)
	if f.size > directBytes {
		return c.uploadLarge(ctx, name, f)
	}
	id, err := c.uploadDirect(ctx, name, f)
	// The service may be set to take less than directBytes itself.
	if e, ok := errors.AsType[*Error](err); ok && e.Status == http.StatusRequestEntityTooLarge && f.seeker != nil {
		return c.uploadLarge(ctx, name, f)
	}
	return id, err
}

// DeleteUpload removes an uploaded file.
func (c *Client) DeleteUpload(ctx context.Context, fileID string) error {
	return c.exchange(ctx, c.newCall(http.MethodDelete, "/upload/"+url.PathEscape(fileID), nil), nil)
}

// uploaded is the answer to an upload; PresignedURL is set when the file is expected there.
type uploaded struct {
	FileID       string `json:"file_id"`
	PresignedURL string `json:"presigned_url"`
}

// uploadDirect sends a file as a form of one part.
func (c *Client) uploadDirect(ctx context.Context, name string, f *file) (string, error) {
	var around bytes.Buffer
	form := multipart.NewWriter(&around)
	if _, err := form.CreateFormFile("file", filepath.Base(cmp.Or(name, "document"))); err != nil {
		return "", fmt.Errorf("octavo: upload %s: %w", name, err)
	}
	begin := around.Len()
	if err := form.Close(); err != nil {
		return "", fmt.Errorf("octavo: upload %s: %w", name, err)
	}
	head, tail := around.Bytes()[:begin], around.Bytes()[begin:]

	k := c.newCall(http.MethodPost, "/upload", nil)
	k.header.Set("Content-Type", form.FormDataContentType())
	k.once = f.seeker == nil
	k.body = func() (io.ReadCloser, int64, error) {
		content, err := f.open()
		if err != nil {
			return nil, 0, err
		}
		length := int64(-1)
		if f.size >= 0 {
			length = f.size + int64(around.Len())
		}
		whole := io.MultiReader(bytes.NewReader(head), content, bytes.NewReader(tail))
		return struct {
			io.Reader
			io.Closer
		}{whole, content}, length, nil
	}
	var answer uploaded
	err := c.exchange(ctx, k, &answer)
	return answer.FileID, err
}

// uploadLarge reserves an id and sends the file to the URL that comes with it.
func (c *Client) uploadLarge(ctx context.Context, name string, f *file) (string, error) {
	query := url.Values{}
	if found := extension.FindStringSubmatch(name); found != nil {
		query.Set("extension", found[1])
	}
	var answer uploaded
	if err := c.exchange(ctx, c.newCall(http.MethodPost, "/upload", query), &answer); err != nil {
		return "", err
	}
	k, err := c.elsewhere(answer.PresignedURL)
	if err != nil {
		return "", err
	}
	k.method = http.MethodPut
	k.body = func() (io.ReadCloser, int64, error) {
		content, err := f.open()
		return content, f.size, err
	}
	return answer.FileID, c.exchange(ctx, k, nil)
}
