package op

import "strings"

// Remote reports an input that has to be downloaded.
func Remote(input string) bool {
	scheme, _, ok := strings.Cut(input, "://")
	if !ok {
		return false
	}
	switch strings.ToLower(scheme) {
	case "http", "https", "s3":
		return true
	}
	return false
}
