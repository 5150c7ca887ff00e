package server

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/org"
	"github.com/octavo-dev/octavo/internal/rate"
)

// Route is one line of the endpoint register.
type Route struct {
	Method string
	// Path matches the escaped path segment by segment; {name} takes one segment, {name...} the rest.
	Path  string
	Scope org.Scope  // empty: no authentication
	Class rate.Class // bucket of an authenticated route
	Body  Body
	// Ops marks the operator endpoints, which ops.listen moves to an address of their own.
	Ops bool
	// Token lets a portal token stand in for a key.
	Token bool
	// Relay marks routes whose requests lead to others, which honour an Idempotency-Key themselves.
	Relay bool
	// Work marks routes that store something: they are refused while the server drains.
	Work   bool
	Handle func(*Call) (Reply, error)
}

// Body says what a route reads.
type Body int

// What a route can read: nothing, one JSON value, an upload, or a stream it limits itself.
const (
	NoBody Body = iota
	JSONBody
	UploadBody
	StreamBody
)

type router struct {
	prefix string // path prefix of public_url
	routes []compiled
}

type compiled struct {
	Route
	segments []string
}

func newRouter(prefix string, routes []Route) *router {
	r := &router{prefix: strings.TrimRight(prefix, "/")}
	for _, route := range routes {
		r.routes = append(r.routes, compiled{route, strings.Split(strings.Trim(route.Path, "/"), "/")})
	}
	return r
}

// find returns the route of a request and its path values. With no route, allowed lists the methods the path
// knows; it is empty when the path is unknown.
func (r *router) find(method, escapedPath string) (route *Route, values map[string]string, allowed []string) {
	path, ok := r.strip(escapedPath)
	if !ok {
		return nil, nil, nil
	}
	for i := range r.routes {
		c := &r.routes[i]
		v, ok := c.match(path)
		if !ok {
			continue
		}
		if c.Method == method || method == http.MethodHead && c.Method == http.MethodGet {
			return &c.Route, v, nil
		}
		if !slices.Contains(allowed, c.Method) {
			allowed = append(allowed, c.Method)
		}
	}
	if slices.Contains(allowed, http.MethodGet) {
		allowed = append(allowed, http.MethodHead)
	}
	return nil, nil, allowed
}

func (r *router) strip(path string) (string, bool) {
	if r.prefix == "" {
		return path, true
	}
	rest, ok := strings.CutPrefix(path, r.prefix)
	return rest, ok && (rest == "" || rest[0] == '/')
}

func (c *compiled) match(path string) (map[string]string, bool) {
	path = strings.TrimPrefix(path, "/")
	values := map[string]string{}
	for i, want := range c.segments {
		if name, ok := strings.CutSuffix(want, "...}"); ok {
			values[name[1:]] = path
			return values, i > 0 && path != "" || c.Path == "/"
		}
		segment, rest, more := strings.Cut(path, "/")
		if strings.HasPrefix(want, "{") {
			// "{n}.png" takes the segment without its ending.
			name, ending, _ := strings.Cut(want[1:], "}")
			value, ok := strings.CutSuffix(segment, ending)
			if !ok || value == "" {
				return nil, false
			}
			decoded, err := url.PathUnescape(value)
			if err != nil {
				return nil, false
			}
			values[name] = decoded
		} else if segment != want {
			return nil, false
		}
		path = rest
		if i == len(c.segments)-1 {
			return values, !more || rest == "" // one trailing slash is tolerated
		}
		if !more {
			return nil, false
		}
	}
	return nil, false
}
