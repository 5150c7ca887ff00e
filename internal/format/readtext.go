package format

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/octavo-dev/octavo/internal/charset"
	"github.com/octavo-dev/octavo/internal/fault"
)

// ReadText decodes a whole file. One that holds nothing but white space is empty.
func ReadText(ctx context.Context, f File, limits Limits) (string, error) {
	if limits.TextBytes > 0 && f.Size > limits.TextBytes {
		return "", TooLarge("a text file of this type", f.Size, limits.TextBytes)
	}
	r, err := charset.NewReader(f.Reader(ctx))
	if err != nil {
		return "", fmt.Errorf("decode text: %w", err)
	}
	var b strings.Builder
	b.Grow(int(f.Size))
	if _, err := io.Copy(&b, r); err != nil {
		return "", fmt.Errorf("decode text: %w", err)
	}
	text := b.String()
	if strings.TrimSpace(text) == "" {
		return "", fault.New(fault.DocumentEmpty, "")
	}
	return text, nil
}
