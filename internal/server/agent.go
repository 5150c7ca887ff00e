package server

import (
	"bytes"
	"io"
	"net/http"
)

// mcp is POST /mcp: the message goes on as it came, once the checks have let it in. What tools then ask of the service
// goes through the checks again, one by one.
func (s *Server) mcp(c *Call) (Reply, error) {
	r := c.R.Clone(c.Context())
	r.Body = io.NopCloser(bytes.NewReader(c.Body))
	r.Header.Set("Content-Type", "application/json") // whatever it was called, it was let in as that
	if r.Header.Get("Accept") == "" {
		r.Header.Set("Accept", "*/*")
	}
	s.MCP.ServeHTTP(&noted{c.W, c}, r)
	return Written, nil
}

// noted is a writer that tells a call which status another handler answered with.
type noted struct {
	http.ResponseWriter
	call *Call
}

func (n *noted) WriteHeader(status int) {
	n.call.wrote = status
	n.ResponseWriter.WriteHeader(status)
}

func (n *noted) Write(p []byte) (int, error) {
	if n.call.wrote == 0 {
		n.call.wrote = http.StatusOK
	}
	return n.ResponseWriter.Write(p)
}

// Unwrap lets the handler flush.
func (n *noted) Unwrap() http.ResponseWriter { return n.ResponseWriter }
