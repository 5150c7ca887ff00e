package object

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
)

const objectsPath = "/objects/"

// URL returns a signed URL that reads the object for Options.TTL: a presigned URL of the store where it can make
// one, otherwise one of our own. An object with Mark set always gets one of our own, because the store would
// serve its placeholders unexpanded.
func (s *Store) URL(ctx context.Context, o Object) (string, error) {
	if o.Mark == "" {
		blobs, err := s.storeOf(ctx, o)
		if err != nil {
			return "", err
		}
		direct, ok, err := blobs.SignGet(ctx, o.BlobKey, s.opt.TTL, o.Filename, o.ContentType)
		if ok || err != nil {
			return direct, o.named(err)
		}
	}
	return s.sign(http.MethodGet, o, s.opt.Now().Add(s.opt.TTL)), nil
}

// sign makes one of our own URLs.
func (s *Store) sign(method string, o Object, until time.Time) string {
	expires := until.Unix()
	sum := signature(s.opt.Keys[0], method, o.ID, o.Filename, expires)
	return s.base.String() + objectsPath + o.ID + "/" + url.PathEscape(o.Filename) +
		"?expires=" + strconv.FormatInt(expires, 10) + "&signature=" + hex.EncodeToString(sum)
}

// signature signs the file name itself and not the way the URL spells it: proxies and clients may escape more
// or fewer characters than we did, and mean the same. Names have no control characters, so the lines are clear.
func signature(key []byte, method, id, filename string, expires int64) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(method + "\n" + objectsPath + id + "/" + filename + "\n" + strconv.FormatInt(expires, 10)))
	return mac.Sum(nil)
}

// claim is what a URL says about itself.
type claim struct {
	id, filename string
	expires      int64
	signature    []byte
}

func readClaim(escapedPath, expires, sig string) (claim, bool) {
	rest, ok := strings.CutPrefix(escapedPath, objectsPath)
	if !ok {
		return claim{}, false
	}
	id, escaped, ok := strings.Cut(rest, "/")
	if !ok || strings.Contains(escaped, "/") {
		return claim{}, false
	}
	filename, err := url.PathUnescape(escaped)
	if err != nil {
		return claim{}, false
	}
	until, err := strconv.ParseInt(expires, 10, 64)
	if err != nil {
		return claim{}, false
	}
	sum, err := hex.DecodeString(sig)
	return claim{id, filename, until, sum}, err == nil
}

// signed reports whether one of our keys made the claim for method.
func (s *Store) signed(c claim, method string) bool {
	valid := false
	for _, key := range s.opt.Keys {
		valid = hmac.Equal(c.signature, signature(key, method, c.id, c.filename, c.expires)) || valid
	}
	return valid
}

// VerifyPath checks the signature of a request for /objects and returns the object's id. escapedPath is the path
// below public_url as it stood in the request; HEAD is covered by a signature for GET. A bad or expired one is a
// fault.URLNotAllowed of type permission_error.
func (s *Store) VerifyPath(method, escapedPath, expires, signature string) (objectID string, err error) {
	c, ok := readClaim(escapedPath, expires, signature)
	if !ok {
		return "", notAllowed()
	}
	return s.allow(c, method)
}

func (s *Store) allow(c claim, method string) (string, error) {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	if !s.signed(c, method) || s.opt.Now().Unix() >= c.expires {
		return "", notAllowed()
	}
	return c.id, nil
}

func notAllowed() error {
	return fault.New(fault.URLNotAllowed, "the URL is not valid or has expired").Typed("permission_error")
}

// Owns reports whether rawURL is one of our own object URLs, signed or not.
func (s *Store) Owns(rawURL string) bool {
	_, _, ok := s.own(rawURL)
	return ok
}

// own returns the path of one of our own URLs below public_url, and its query.
func (s *Store) own(rawURL string) (escapedPath string, query url.Values, ok bool) {
	u, err := url.Parse(rawURL)
	if err != nil || u.User != nil || !strings.EqualFold(u.Scheme, s.base.Scheme) || !strings.EqualFold(u.Host, s.base.Host) {
		return "", nil, false
	}
	escapedPath, ok = strings.CutPrefix(u.EscapedPath(), s.base.EscapedPath())
	return escapedPath, u.Query(), ok && strings.HasPrefix(escapedPath, objectsPath)
}

// VerifyURL checks one of our own object URLs given as an input. A URL for uploading is a fault.InvalidConfig of
// type invalid_url_format; otherwise as VerifyPath.
func (s *Store) VerifyURL(method, rawURL string) (objectID string, err error) {
	path, query, ok := s.own(rawURL)
	if !ok {
		return "", notAllowed()
	}
	c, ok := readClaim(path, query.Get("expires"), query.Get("signature"))
	if !ok {
		return "", notAllowed()
	}
	if method != http.MethodPut && s.signed(c, http.MethodPut) {
		return "", fault.New(fault.InvalidConfig, "this URL takes an upload and cannot be read").Typed("invalid_url_format")
	}
	return s.allow(c, method)
}
