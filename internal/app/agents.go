package app

import (
	"net/http"
	"net/url"

	"github.com/octavo-dev/octavo/client"
	"github.com/octavo-dev/octavo/internal/mcp"
)

// agents answers the messages of agents over HTTP; nil where that is switched off.
func (a *App) agents() (http.Handler, error) {
	if !a.Config.MCP.Enabled {
		return nil, nil //nolint:nilnil // no handler is what was asked for
	}
	return mcp.New(mcp.Options{Version: a.Version}).Handler(a.Config.PublicURL, a.service())
}

// service is the server, which stands only after its parts do.
func (a *App) service() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { a.Server.ServeHTTP(w, r) })
}

// Client calls the service in this process, as one who sits at this machine; elsewhere reaches its store. An empty key
// sends none.
func (a *App) Client(key string, elsewhere http.RoundTripper) (*client.Client, error) {
	address, err := url.Parse(a.Config.PublicURL)
	if err != nil {
		return nil, err
	}
	return client.New(a.Config.PublicURL, client.WithKey(key), client.WithRetries(0), client.WithTransport(&mcp.Within{
		Service: a.service(), Address: address, Elsewhere: elsewhere, Peer: "127.0.0.1:0", Host: address.Host,
	}))
}
