package ooxml

import "github.com/octavo-dev/octavo/internal/markup"

// Names are the namespaces of office files by their usual prefixes, in the transitional and the strict spelling.
var Names = markup.Names{Spaces: spaces(), Understood: understood}

// formats is the root of the names of the first edition, strict that of the strict spelling.
const (
	formats = "http://schemas.openxmlformats.org/"
	strict  = "http://purl.oclc.org/ooxml/"
	office  = "http://schemas.microsoft.com/office/"
)

// both are namespaces that have two spellings.
var both = map[string][2]string{
	"w":   {"wordprocessingml/2006/main", "wordprocessingml/main"},
	"p":   {"presentationml/2006/main", "presentationml/main"},
	"x":   {"spreadsheetml/2006/main", "spreadsheetml/main"},
	"r":   {"officeDocument/2006/relationships", "officeDocument/relationships"},
	"m":   {"officeDocument/2006/math", "officeDocument/math"},
	"ep":  {"officeDocument/2006/extended-properties", "officeDocument/extendedProperties"},
	"a":   {"drawingml/2006/main", "drawingml/main"},
	"pic": {"drawingml/2006/picture", "drawingml/picture"},
	"c":   {"drawingml/2006/chart", "drawingml/chart"},
	"dgm": {"drawingml/2006/diagram", "drawingml/diagram"},
	"wp":  {"drawingml/2006/wordprocessingDrawing", "drawingml/wordprocessingDrawing"},
	"xdr": {"drawingml/2006/spreadsheetDrawing", "drawingml/spreadsheetDrawing"},
}

// single are namespaces that have one spelling.
var single = map[string]string{
	formats + "package/2006/relationships":            "rel",
	formats + "package/2006/content-types":            "ct",
	formats + "package/2006/metadata/core-properties": "cp",
	formats + "markup-compatibility/2006":             "mc",
	office + "2006/encryption":                        "enc",
	office + "2006/keyEncryptor/password":             "encpw",
	"http://purl.org/dc/elements/1.1/":                "dc",
	"http://purl.org/dc/terms/":                       "dcterms",
	"urn:schemas-microsoft-com:vml":                   "v",
	"urn:schemas-microsoft-com:office:office":         "o",
	"urn:schemas-microsoft-com:office:word":           "w10",
	"urn:schemas-microsoft-com:office:excel":          "xvml",
	office + "word/2010/wordml":                       "w14",
	office + "word/2012/wordml":                       "w15",
	office + "word/2010/wordprocessingShape":          "wps",
	office + "word/2010/wordprocessingGroup":          "wpg",
	office + "word/2010/wordprocessingCanvas":         "wpc",
	office + "word/2010/wordprocessingDrawing":        "wp14",
	office + "powerpoint/2010/main":                   "p14",
	office + "powerpoint/2012/main":                   "p15",
	office + "powerpoint/2018/8/main":                 "p188",
	office + "drawing/2010/main":                      "a14",
	office + "drawing/2007/8/2/chart":                 "c14",
	office + "drawing/2012/chart":                     "c15",
	office + "drawing/2008/diagram":                   "dsp",
	office + "spreadsheetml/2009/9/main":              "x14",
	office + "spreadsheetml/2010/11/main":             "x15",
	office + "spreadsheetml/2018/threadedcomments":    "tc",
	office + "excel/2006/main":                        "xm",
}

// understood are the namespaces beyond the first edition whose elements our readers read, or may pass over without
// losing text. Where a choice requires another one, its fallback is read.
var understood = map[string]bool{
	"w14": true, "w15": true, "wps": true, "wpg": true, "wpc": true, "wp14": true, "a14": true, "p14": true, "p15": true,
	"c14": true, "c15": true, "x14": true, "x15": true, "v": true, "o": true, "w10": true,
	"w": true, "p": true, "x": true, "a": true, "m": true, "wp": true, "pic": true, "c": true, "r": true, "dgm": true, "xdr": true,
}

func spaces() map[string]string {
	out := map[string]string{}
	for prefix, names := range both {
		out[formats+names[0]], out[strict+names[1]] = prefix, prefix
	}
	for name, prefix := range single {
		out[name] = prefix
	}
	return out
}
