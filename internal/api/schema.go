package api

import "regexp"

// kind is what a schema expects.
type kind int

const (
	anyKind kind = iota
	objectKind
	mapKind // an object whose keys are the caller's
	listKind
	stringKind
	integerKind
	numberKind
	booleanKind
	unionKind  // the first type that fits
	taggedKind // a property tells which object it is
)

// schema is a component schema in the form the walk needs.
type schema struct {
	kind     kind
	nullable bool
	null     bool // an empty string or list means null
	rule     rule // checked when the value itself is in order

	// objects and maps
	props   []property
	index   map[string]int
	unknown unknownKeys
	values  *schema // of a map
	tag     string  // property that tells the mode; it may be inferred
	infer   bool
	with    map[string][]string // properties that a tag makes required

	// lists
	items    *schema
	distinct bool // repeated items are dropped

	// lengths of strings, lists and maps
	minLen, maxLen int // maxLen -1: none
	maxBytes       int // 0: none

	// scalars
	pattern        *regexp.Regexp
	coerce         coercion
	strict         bool // no coercion from strings
	min, max, over *float64
	cut            *float64
	enum           []string
	aliases        map[string]string
	enumError      string // literal_error or enum

	// unions
	branches []branch
	tags     []branch
}

// property is a named part of an object.
type property struct {
	name     string
	key      []byte // name in quotes with a colon
	schema   *schema
	required bool
	readOnly bool   // accepted and dropped
	absent   []byte // normal form of the default, nil when there is none
}

// branch is one type of a union.
type branch struct {
	name   string
	schema *schema
}

// unknownKeys says what happens to keys that a schema does not list.
type unknownKeys int

const (
	dropUnknown unknownKeys = iota
	keepUnknown
	forbidUnknown
)
