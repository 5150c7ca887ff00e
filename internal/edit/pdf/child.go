package pdf

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/octavo-dev/octavo/internal/edit/typeface"
	"github.com/octavo-dev/octavo/internal/engine/cos"
	"github.com/octavo-dev/octavo/internal/fault"
)

// Serve does one edit inside of a child process: it reads an order, or nothing where only the fields are asked for,
// changes the file, and writes an answer on one line with the new file behind it.
func Serve(in io.Reader, out io.Writer, file *os.File) error {
	said, err := io.ReadAll(in)
	if err != nil {
		return fmt.Errorf("read an order: %w", err)
	}
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("look at the file: %w", err)
	}
	u, err := cos.Whole(file, info.Size()).Update()
	var a answer
	switch {
	case err != nil:
	case len(said) == 0:
		a.Listing, err = list(u)
	default:
		var o Order
		if err := json.Unmarshal(said, &o); err != nil {
			return fmt.Errorf("read an order: %w", err)
		}
		a.Report, err = carry(u, typeface.Open(typeface.Fonts), &o)
	}
	var refused *fault.Error
	switch {
	case errors.Is(err, cos.ErrUnsound):
		a.Unsound = true
	case errors.As(err, &refused):
		a.Refused, a.Widget = refused.Message, refused.Name == fault.InvalidConfig
	case err != nil:
		return err
	}
	w := bufio.NewWriter(out)
	if err := json.NewEncoder(w).Encode(a); err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	if a.Report != nil {
		if _, err := u.WriteTo(w); err != nil {
			return fmt.Errorf("write the file: %w", err)
		}
	}
	return w.Flush()
}
