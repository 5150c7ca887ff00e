package config

import (
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	schemePattern   = regexp.MustCompile(`^[a-z][a-z0-9+.-]{1,31}$`)
	reservedSchemes = []string{"http", "https", "s3", "jobid", "file", "data"}
)

func (l *loader) checkAddresses(c *Config) {
	if !schemePattern.MatchString(c.IDScheme) {
		l.wrong("id_scheme", "%q is not a scheme; it must match %s", c.IDScheme, schemePattern)
	} else if slices.Contains(reservedSchemes, c.IDScheme) {
		l.wrong("id_scheme", "%q has another meaning; %s cannot be used", c.IDScheme, strings.Join(reservedSchemes, ", "))
	}
	l.checkListen("listen", c.Listen)
	if c.Ops.Listen != "" {
		l.checkListen("ops.listen", c.Ops.Listen)
		if c.Ops.Listen == c.Listen && !strings.HasSuffix(c.Listen, ":0") {
			l.clash("ops.listen", "listen", "is the same address as listen")
		}
	}
	l.checkURL("public_url", c.PublicURL, "http", "https")
	l.checkURL("studio_url", c.StudioURL, "http", "https")
	for i, origin := range c.CORS.AllowedOrigins {
		u, err := url.Parse(origin)
		if origin != "*" && (err != nil || u.Scheme == "" || u.Host == "" || u.Scheme+"://"+u.Host != origin) {
			l.wrong(index("cors.allowed_origins", i), "%q is not an origin; write https://app.example.com or *", origin)
		}
	}
	if (c.TLS.CertFile == "") != (c.TLS.KeyFile == "") {
		l.wrong("tls", "cert_file and key_file must be set together")
	}
	l.warnAddresses(c)
}

func (l *loader) warnAddresses(c *Config) {
	u, err := url.Parse(c.PublicURL)
	if err != nil {
		return
	}
	if u.Scheme == "http" && !loopback(u.Hostname()) {
		l.warn("public_url is not https: keys and documents cross the network in the clear, and some clients refuse such URLs")
	}
	if host, _, err := net.SplitHostPort(c.Listen); err == nil && !loopback(host) && !l.isSet("public_url") {
		l.warn("listen is not a loopback address but public_url is not set: links in answers will start with %s", c.PublicURL)
	}
	if c.Auth.InsecureOpen {
		l.warn("auth.insecure_open lets everyone call while no key exists")
	}
}

// loopback reports whether a host can only mean this machine.
func loopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || err == nil && addr.IsLoopback()
}

func (l *loader) checkListen(key, addr string) {
	_, port, err := net.SplitHostPort(addr)
	if n, perr := strconv.ParseUint(port, 10, 16); err != nil || perr != nil || n > 65535 {
		l.wrong(key, "%q is not an address; write 127.0.0.1:8080, or :8080 for all interfaces", addr)
	}
}

// checkURL wants an absolute URL that more path can be added to.
func (l *loader) checkURL(key, raw string, schemes ...string) {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || !slices.Contains(schemes, u.Scheme) || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		l.wrong(key, "must be an absolute URL (%s) without user, query and fragment", strings.Join(schemes, ", "))
	}
}

func (l *loader) checkFetch(f Fetch) {
	for i, entry := range f.Allow {
		if !reachable(entry) {
			l.wrong(index("fetch.allow", i), "%q is neither a host, host:port nor CIDR", entry)
		}
	}
	for i, port := range f.Ports {
		if port < 1 || port > 65535 {
			l.wrong(index("fetch.ports", i), "%d is not a port", port)
		}
	}
}

// reachable reports whether an entry of fetch.allow names a host, with or without port, or a range.
func reachable(entry string) bool {
	if _, err := netip.ParsePrefix(entry); err == nil {
		return true
	}
	host := entry
	if h, port, err := net.SplitHostPort(entry); err == nil {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return false
		}
		host = h
	}
	_, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil || host != "" && !strings.ContainsAny(host, "/:@*[] ")
}
