package api

import (
	"encoding/base64"
	"net/url"
	"strings"
)

// UploadResponse names a stored or reserved file; PresignedURL is set for reserved ones.
type UploadResponse struct {
	FileID       string  `json:"file_id"`
	PresignedURL *string `json:"presigned_url"`
}

// UploadBody is the JSON body of POST /upload; a nil File reserves an id.
type UploadBody struct {
	File     *string `json:"file"`
	Encoding *string `json:"encoding"`
}

// Bytes reads the file: a data URL, strict base64 or plain text, unless Encoding forces one of the last two.
func (u *UploadBody) Bytes() ([]byte, Errors) {
	if u.File == nil {
		return nil, nil
	}
	text := *u.File
	forced := ""
	if u.Encoding != nil {
		forced = *u.Encoding
	}
	if forced == "utf8" {
		return []byte(text), nil
	}
	if forced == "" {
		if data, ok := dataURL(text); ok {
			return data, nil
		}
	}
	data, err := base64.StdEncoding.Strict().DecodeString(text)
	switch {
	case err == nil && text != "":
		return data, nil
	case forced == "" || text == "":
		return []byte(text), nil
	}
	w := from("body", "file")
	w.invalid(quote(text), "should be base64")
	return nil, w.errs
}

// dataURL reads a data URL.
func dataURL(text string) ([]byte, bool) {
	head, data, found := strings.Cut(text, ",")
	if !found || len(head) < 5 || !strings.EqualFold(head[:5], "data:") {
		return nil, false
	}
	plain, err := url.PathUnescape(data)
	if err != nil {
		return nil, false
	}
	if !strings.HasSuffix(strings.ToLower(head), ";base64") {
		return []byte(plain), true
	}
	decoded, err := base64.StdEncoding.DecodeString(plain)
	return decoded, err == nil
}

// DeleteUploadResponse answers DELETE /upload.
type DeleteUploadResponse struct {
	FileID string `json:"file_id"`
}
