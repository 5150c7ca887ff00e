package source

import "strings"

// extensions maps media types to the suffix of a file id. It is a hint: the type is decided by content.
var extensions = map[string]string{
	"application/pdf":    "pdf",
	"image/png":          "png",
	"image/apng":         "apng",
	"image/jpeg":         "jpg",
	"image/jpg":          "jpg",
	"image/gif":          "gif",
	"image/bmp":          "bmp",
	"image/tiff":         "tiff",
	"image/webp":         "webp",
	"image/heic":         "heic",
	"image/heif":         "heif",
	"text/plain":         "txt",
	"text/markdown":      "md",
	"text/html":          "html",
	"text/csv":           "csv",
	"text/rtf":           "rtf",
	"application/rtf":    "rtf",
	"message/rfc822":     "eml",
	"application/msword": "doc",

	"text/tab-separated-values":     "tsv",
	"image/vnd.adobe.photoshop":     "psd",
	"application/vnd.ms-outlook":    "msg",
	"application/vnd.ms-excel":      "xls",
	"application/vnd.ms-powerpoint": "ppt",
	"application/vnd.wordperfect":   "wpd",

	"application/vnd.oasis.opendocument.text":         "odt",
	"application/vnd.oasis.opendocument.spreadsheet":  "ods",
	"application/vnd.oasis.opendocument.presentation": "odp",

	"application/vnd.openxmlformats-officedocument.wordprocessingml.document":   "docx",
	"application/vnd.openxmlformats-officedocument.wordprocessingml.template":   "dotx",
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":         "xlsx",
	"application/vnd.openxmlformats-officedocument.spreadsheetml.template":      "xltx",
	"application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",

	"application/vnd.ms-word.document.macroenabled.12":  "docm",
	"application/vnd.ms-excel.sheet.macroenabled.12":    "xlsm",
	"application/vnd.ms-excel.template.macroenabled.12": "xltm",
}

// ExtensionOf returns the usual suffix, without a dot, of a media type without parameters; empty when it says
// nothing.
func ExtensionOf(mediaType string) string { return extensions[strings.ToLower(mediaType)] }
