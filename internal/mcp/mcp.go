// Package mcp lets agents work with documents: the operations of a service as tools of the Model Context Protocol, over
// standard input and output or over HTTP.
package mcp

import (
	"context"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/octavo-dev/octavo/client"
)

// Options say where the tools run.
type Options struct {
	Version string
	// Local lets tools read and write files of this machine: for a process that its user started, never for a server.
	Local bool
	// Unserved says that nobody answers at the URLs of the service, because it runs in this process only.
	Unserved bool
	// Wait is how long a call waits for the end of a job, 50 seconds when 0: clients commonly give up after a minute.
	Wait time.Duration
}

// Tools are what agents can call. They do nothing themselves: whatever is asked goes through a client to a service, so
// that keys, scopes, limits and validation are the same as for everybody else.
type Tools struct {
	Options
	described map[string]description
	remedies  map[string]string
}

// New returns the tools.
func New(o Options) *Tools {
	if o.Wait <= 0 {
		o.Wait = 50 * time.Second
	}
	return &Tools{Options: o, described: descriptions(), remedies: remedies()}
}

const instructions = `Octavo reads, extracts from, splits, classifies and edits documents. A URL can be given as input directly; upload
everything else first. Call documentation for how to do things and for what errors mean.`

// connect gives the client that calls the service on behalf of whoever calls a tool.
type connect func(context.Context) *client.Client

// server returns the tools as a server of the protocol.
func (t *Tools) server(c connect) *sdk.Server {
	s := sdk.NewServer(&sdk.Implementation{Name: "octavo", Title: "Octavo", Version: t.Version}, &sdk.ServerOptions{
		Instructions: instructions,
		Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}},
	})
	add(s, t, c, "upload", upload)
	add(s, t, c, "parse", parse)
	add(s, t, c, "extract", extract)
	add(s, t, c, "split", split)
	add(s, t, c, "classify", classify)
	add(s, t, c, "edit", edit)
	add(s, t, c, "get_job", getJob)
	add(s, t, c, "list_jobs", listJobs)
	add(s, t, c, "documentation", documentation)
	return s
}
