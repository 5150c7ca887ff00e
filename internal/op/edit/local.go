package edit

import (
	"context"
	"io"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/edit"
	"github.com/octavo-dev/octavo/internal/op"
)

// Local edits a document outside of a job, without a model, and writes the new one. The source is closed.
func Local(ctx context.Context, env op.Env, source *op.Source, r api.EditRequest, out io.Writer) (api.EditResponse, error) {
	e := &editor{env: env, request: r, keep: func(_ context.Context, name, _ string, body io.Reader) (string, error) {
		_, err := io.Copy(out, body)
		return name, err
	}}
	e.env.Report = func(op.Progress) {}
	d, err := e.opened(ctx, source)
	if err != nil {
		_ = source.Close()
		return api.EditResponse{}, err
	}
	defer d.close()
	actions, skipped := edit.Read(strings.TrimSpace(r.EditInstructions))
	c, err := e.carryOut(ctx, d, actions, edit.Skipped(skipped))
	if err != nil {
		return api.EditResponse{}, err
	}
	return e.response(c), nil
}
