package op

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"runtime/debug"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

// Result is a result as it stands in an answer: what write writes, or where that was stored because it is large or has
// to be. It is made while it is stored, so that a large one is never held as a whole.
func (e *Env) Result(ctx context.Context, task job.Task, stored bool, write func(io.Writer) error) (any, error) {
	body := Produce(func(w io.Writer) error {
		c := &counter{out: w, most: e.Site.Limits.ResultBytes}
		if err := write(c); err != nil {
			return err
		}
		return c.check()
	})
	defer func() { _ = body.Close() }()
	most := e.Site.Limits.InlineBytes
	if most <= 0 {
		most = math.MaxInt64 - 1
	}
	start, err := io.ReadAll(io.LimitReader(body, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(start)) <= most && !stored {
		return json.RawMessage(start), nil
	}
	name := "result.json"
	if e.Step != "" {
		name = e.Step + ".json"
	}
	kept, err := e.Artifacts.Add(ctx, task, Artifact{
		Kind: KindResult, Name: name, ContentType: "application/json",
		Body: io.MultiReader(bytes.NewReader(start), body),
	})
	if err != nil {
		return nil, fmt.Errorf("store result: %w", err)
	}
	return &api.URLResult{Type: "url", URL: kept.URL, ResultID: kept.ID}, nil
}

// Produce returns what write writes, as it is written. Closing the reader ends the writer. A panic of the writer is the
// reader's error: nothing else could catch it there.
func Produce(write func(io.Writer) error) io.ReadCloser {
	in, out := io.Pipe()
	go func() {
		defer func() {
			if cause := recover(); cause != nil {
				_ = out.CloseWithError(fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
			}
		}()
		_ = out.CloseWithError(write(out))
	}()
	return in
}

// counter passes bytes on up to a limit and counts the rest, so that a refusal can say how many there were.
type counter struct {
	out        io.Writer
	size, most int64
}

func (c *counter) Write(b []byte) (int, error) {
	c.size += int64(len(b))
	if c.over() {
		return len(b), nil
	}
	return c.out.Write(b)
}

func (c *counter) over() bool { return c.most > 0 && c.size > c.most }

func (c *counter) check() error {
	if c.over() {
		return fault.New(fault.OversizedResult, "the result is %d bytes, the limit is %d", c.size, c.most)
	}
	return nil
}

// StudioLink is where a job can be looked at; nil when Studio is off.
func (s *Site) StudioLink(jobID string) *string {
	if s.StudioURL == "" {
		return nil
	}
	link := s.StudioURL + "/job/" + jobID
	return &link
}
