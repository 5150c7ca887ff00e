package edit

import "regexp"

var listing = regexp.MustCompile(`(?i)^\s*(?:please\s+)?(?:list|find|show|detect)\s+(?:all\s+)?(?:of\s+)?(?:the\s+)?(?:form\s+)?(?:fields|blanks)(?:\s+of\s+the\s+(?:form|document))?\s*[.!]?\s*$`)

// Lists reports whether instructions ask for nothing but what there is to be filled in: "List the fields."
func Lists(instructions string) bool { return listing.MatchString(instructions) }
