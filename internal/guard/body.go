package guard

import (
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"mime"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
)

// quota is what must arrive in every window of waiting: about half a kilobyte a second.
const quota = 16 << 10

// open turns an answered exchange into a Response.
func (d *download) open(x *exchange) (*Response, error) {
	size := x.resp.ContentLength
	if size > d.limit {
		x.close()
		return nil, tooLarge(size, d.limit)
	}
	// Both sides of a decoder are capped: a gzip stream can also go on for ever without yielding a byte.
	src := Capped(&pace{src: x.resp.Body, window: d.c.times.Window, stall: d.stall}, d.limit)
	switch encoding := strings.ToLower(strings.TrimSpace(x.resp.Header.Get("Content-Encoding"))); encoding {
	case "", "identity":
	case "gzip", "x-gzip":
		unzipped, err := gzip.NewReader(src)
		if err != nil {
			x.close()
			return nil, transferError(err)
		}
		src, size = Capped(unzipped, d.limit), -1
	default:
		x.close()
		return nil, &broken{text: "the origin used a content encoding that was not asked for"}
	}
	mediaType, _, err := mime.ParseMediaType(x.resp.Header.Get("Content-Type"))
	if err != nil {
		mediaType = ""
	}
	return &Response{
		Body:        &body{d: d, x: x, src: src},
		Filename:    filename(x.resp),
		ContentType: mediaType,
		Size:        size,
	}, nil
}

func (d *download) stall() {
	d.cancel(fault.New(fault.Timeout, "download did not finish: too little arrived within %v s", d.c.times.Window.Seconds()))
}

// body is the document as Fetch hands it over: decoded, capped, and with every failure named.
type body struct {
	d   *download
	x   *exchange
	src io.Reader
	err error
}

func (b *body) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	n, err := b.src.Read(p)
	switch {
	case err == io.EOF && b.x.overlong():
		b.err = b.d.name(&broken{text: "the origin sent more than it had declared"})
	case err == io.EOF:
		b.err = io.EOF
	case err != nil:
		b.err = b.d.name(transferError(err))
	}
	return n, b.err
}

func (b *body) Close() error {
	if b.err == nil {
		b.err = errors.New("read of a closed download")
	}
	b.x.close()
	b.d.end()
	return nil
}

func transferError(err error) error {
	switch {
	case errors.As(err, new(*fault.Error)):
		return err
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.As(err, new(flate.CorruptInputError)):
		return &broken{"the content encoding is damaged", err}
	}
	return &broken{"the transfer broke off", err}
}

// pace ends a transfer that is too slow. Only time spent waiting for the origin counts; whoever reads the body
// may take as long as the whole download may.
type pace struct {
	src    io.Reader
	window time.Duration
	stall  func()
	waited time.Duration
	got    int
}

func (p *pace) Read(b []byte) (int, error) {
	start := time.Now()
	timer := time.AfterFunc(p.window-p.waited, p.stall)
	n, err := p.src.Read(b)
	timer.Stop()
	p.waited += time.Since(start)
	if p.got += n; p.got >= quota {
		p.waited, p.got = 0, 0
	}
	return n, err
}

// Capped passes at most limit bytes on. Where there are more, reading ends with fault.DocumentTooLarge.
func Capped(r io.Reader, limit int64) io.Reader {
	limit = max(limit, 0)
	return &capped{r, limit, limit}
}

type capped struct {
	src         io.Reader
	limit, left int64
}

func (c *capped) Read(p []byte) (int, error) {
	if c.left < int64(len(p)) {
		p = p[:c.left+1]
	}
	n, err := c.src.Read(p)
	if int64(n) > c.left {
		n, c.left = int(c.left), 0
		return n, fault.New(fault.DocumentTooLarge, "the document is more than %d bytes, the limit is %d", c.limit, c.limit)
	}
	c.left -= int64(n)
	return n, err
}

func tooLarge(size, limit int64) error {
	return fault.New(fault.DocumentTooLarge, "the document is %d bytes, the limit is %d", size, limit)
}
