package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/octavo-dev/octavo/client"
)

// carried are the headers of a caller that decide what it may do and whether it is done again.
var carried = []string{"Authorization", "Forwarded", "X-Forwarded-For", "Origin", "User-Id", "Idempotency-Key"}

// Handler answers MCP messages over HTTP on behalf of the service at a public URL. No session is kept: every request says
// with its key who sends it, any process of an installation can answer it, and there is nothing that another key could
// take over.
func (t *Tools) Handler(publicURL string, service http.Handler) (http.Handler, error) {
	address, err := url.Parse(publicURL)
	if err != nil {
		return nil, fmt.Errorf("mcp: %w", err)
	}
	connect := func(r *http.Request) *sdk.Server {
		header := http.Header{}
		for _, name := range carried {
			if values := r.Header.Values(name); len(values) > 0 {
				header[name] = values
			}
		}
		// The server that answers has decided on this request already; each call of a tool is decided on anew.
		c, err := client.New(publicURL, client.WithRetries(0), client.WithTransport(&Within{
			Service: service, Address: address, Peer: r.RemoteAddr, Host: r.Host, Header: header,
		}))
		if err != nil {
			return nil
		}
		return t.Server(c)
	}
	return sdk.NewStreamableHTTPHandler(connect, &sdk.StreamableHTTPOptions{
		Stateless: true,
		// The service bounds bodies and looks at who asks before a message gets here; behind a proxy on the same machine the
		// library would refuse every name but localhost.
		MaxRequestBodyBytes: -1, DisableLocalhostProtection: true, PropagateRequestCancellation: true,
	}), nil
}

// Serve answers the messages of one host over in and out until in ends.
func (t *Tools) Serve(ctx context.Context, c *client.Client, in io.ReadCloser, out io.WriteCloser) error {
	err := t.Server(c).Run(ctx, &sdk.IOTransport{Reader: in, Writer: out, MaxLineLength: mostLine})
	if ctx.Err() != nil || errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// mostLine is the longest message that is read: a file in base64 fits.
const mostLine = 64 << 20
