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
	// One server for all callers: what it is made of costs more than most calls. Each request brings its own client.
	server := t.server(func(ctx context.Context) *client.Client { return ctx.Value(callerKey{}).(*client.Client) }) //nolint:forcetypeassert // set below
	messages := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, &sdk.StreamableHTTPOptions{
		Stateless: true,
		// The service bounds bodies and looks at who asks before a message gets here; behind a proxy on the same machine the
		// library would refuse every name but localhost.
		MaxRequestBodyBytes: -1, DisableLocalhostProtection: true, PropagateRequestCancellation: true,
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := client.New(publicURL, client.WithRetries(0), client.WithTransport(&Within{
			Service: service, Address: address, Peer: r.RemoteAddr, Host: r.Host, Header: carry(r.Header),
		}))
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		messages.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, c)))
	}), nil
}

// callerKey finds the client of a caller in the context of its request.
type callerKey struct{}

// carry picks the headers that go on with what a caller asks for.
func carry(from http.Header) http.Header {
	header := http.Header{}
	for _, name := range carried {
		if values := from.Values(name); len(values) > 0 {
			header[name] = values
		}
	}
	return header
}

// Serve answers the messages of one host over in and out until in ends.
func (t *Tools) Serve(ctx context.Context, c *client.Client, in io.ReadCloser, out io.WriteCloser) error {
	err := t.server(func(context.Context) *client.Client { return c }).Run(ctx, &sdk.IOTransport{Reader: in, Writer: out, MaxLineLength: mostLine})
	if ctx.Err() != nil || errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// mostLine is the longest message that is read: a file in base64 fits.
const mostLine = 64 << 20
