// Package pdf names what every build of PDFium tells in numbers: fonts, kinds of annotations, refusals.
package pdf

import (
	"github.com/octavo-dev/octavo/internal/fault"
)

// Absent names the lack of an engine; why is for the log.
func Absent(why error) error {
	return fault.Wrap(fault.DocumentUnsupported, why, "PDF files cannot be read here: the PDF engine is not installed")
}

// Refusal names why PDFium does not open a document, by its error code.
func Refusal(code int, withPassword bool) error {
	const wrongFormat, wrongPassword, unknownSecurity = 3, 4, 5
	locked := func(why string) error {
		return fault.New(fault.DocumentPasswordProtected, "%s", why).Typed("document_access_error")
	}
	switch {
	case code == wrongPassword && withPassword:
		return locked("the password is wrong")
	case code == wrongPassword:
		return locked("the document is password protected")
	case code == unknownSecurity:
		return locked("the document is protected in a way that no password opens")
	case code == wrongFormat:
		return Corrupt(nil, "it is not a PDF file or its structure is damaged")
	default:
		return Corrupt(nil, "its structure is damaged")
	}
}

// Corrupt says what about a document cannot be read; why is for the log and may be nil.
func Corrupt(why error, format string, args ...any) error {
	return fault.Wrap(fault.DocumentCorrupt, why, "the document cannot be read: "+format, args...).Typed("pdf_handling_error")
}

// DamagedPage says that page n cannot be read; why is for the log and may be nil.
func DamagedPage(n int, why error) error { return Corrupt(why, "page %d is damaged", n) }

// TooManyCharacters says that page n is beyond the bound on characters.
func TooManyCharacters(n int) error {
	return fault.New(fault.DocumentTooLarge, "page %d holds too many characters", n)
}
