package server

import (
	"net/http"
	"slices"
	"strings"
)

// preflight answers OPTIONS and adds the headers web pages need. Object URLs are open to every origin, because
// the URL itself is the credential.
func (s *Server) preflight(c *Call) bool {
	origin := c.R.Header.Get("Origin")
	path, _ := s.router.strip(c.R.URL.EscapedPath())
	objects := strings.HasPrefix(path, "/objects/")
	methods := "GET, HEAD, POST, PUT, PATCH, DELETE"
	if objects {
		methods = "GET, HEAD, PUT"
	}
	if origin != "" && (objects || s.originAllowed(origin)) {
		h := c.W.Header()
		h.Add("Vary", "Origin")
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Expose-Headers", "X-Request-ID, X-Job-ID, Retry-After, ETag, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset")
		if c.R.Method == http.MethodOptions {
			h.Set("Access-Control-Allow-Methods", methods)
			h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, X-Request-ID, user-id, Range")
			h.Set("Access-Control-Max-Age", "600")
		}
	}
	if c.R.Method != http.MethodOptions {
		return false
	}
	c.begin(http.StatusNoContent)
	return true
}

func (s *Server) originAllowed(origin string) bool {
	allowed := s.Config.CORS.AllowedOrigins
	return slices.Contains(allowed, "*") || slices.Contains(allowed, origin)
}
