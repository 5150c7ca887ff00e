package config

import (
	"encoding/base64"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

var storeSchemes = []string{"file", "s3", "gs", "azblob"}

func (l *loader) checkStores(c *Config) {
	if c.DataDir == "" {
		l.wrong("data_dir", "must not be empty")
	}
	if l.isSet("store.url") && c.Store.Path != "" {
		l.clash("store.path", "store.url", "store.url is set as well; keep one of them")
	}
	l.checkStoreURL("store.url", c.Store.URL)
	if !hasScheme(c.DatabaseURL, "postgres://", "postgresql://", "sqlite:") {
		l.wrong("database_url", "must begin with postgres:// or sqlite:")
	}
	if c.RedisURL != "" && !hasScheme(c.RedisURL, "redis://", "rediss://", "unix://") {
		l.wrong("redis_url", "must begin with redis://, rediss:// or unix://")
	}
	if c.S3.Endpoint != "" {
		l.checkURL("s3.endpoint", c.S3.Endpoint, "http", "https")
	}
	if isS3(c.Store.URL) && max(c.URLs.TTL, c.URLs.UploadTTL) > presignedAtMost {
		l.clash("urls", "store.url", "an s3:// store signs links for at most 7d; lower ttl and upload_ttl")
	}
}

const presignedAtMost = 7 * 24 * time.Hour // what S3 signs

func isS3(storeURL string) bool { return strings.HasPrefix(storeURL, "s3:") }

func (l *loader) checkStoreURL(key, raw string) {
	u, err := url.Parse(raw)
	switch {
	case err != nil || !slices.Contains(storeSchemes, u.Scheme):
		l.wrong(key, "must be a URL of one of the schemes %s", strings.Join(storeSchemes, ", "))
	case u.Scheme == "file" && (u.Host != "" || !strings.HasPrefix(u.Path, "/")):
		l.wrong(key, "a file:// URL needs three slashes and an absolute path, as file:///var/lib/octavo; store.path takes a relative one")
	case u.Scheme != "file" && u.Host == "":
		l.wrong(key, "names no bucket or container")
	}
}

func hasScheme(raw string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(raw, p) })
}

func (l *loader) checkOrg(key string, o Org, ttl time.Duration) {
	for _, name := range slices.Sorted(maps.Keys(o.HybridVPC)) {
		at := join(key, "hybrid_vpc."+name)
		if name == "" {
			l.wrong(join(key, "hybrid_vpc"), "has an environment without a name")
		}
		l.checkStoreURL(at, o.HybridVPC[name])
		if isS3(o.HybridVPC[name]) && ttl > presignedAtMost {
			l.clash("urls", at, "an s3:// store signs links for at most 7d; lower ttl")
		}
	}
	for i, bucket := range o.S3AllowedBuckets {
		if !bucketPattern.MatchString(bucket) {
			l.wrong(index(key+".s3_allowed_buckets", i), "%q is neither a bucket name nor a beginning of one with *", bucket)
		}
	}
}

var bucketPattern = regexp.MustCompile(`^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9]|[a-z0-9][a-z0-9.-]{0,61}\*|\*)$`)

func (l *loader) checkSecrets(c *Config) {
	for i, key := range c.URLs.SigningKeys {
		if len(key) < 16 {
			l.wrong(index("urls.signing_keys", i), "must have at least 16 characters")
		}
	}
	if secret := c.Webhooks.DirectSecret; secret != "" {
		rest, ok := strings.CutPrefix(secret, "whsec_")
		key, err := base64.StdEncoding.DecodeString(rest)
		if !ok || err != nil || len(key) < 24 || len(key) > 64 {
			l.wrong("webhooks.direct_secret", "must be whsec_ and the base64 of 24 to 64 bytes")
		}
	}
}
