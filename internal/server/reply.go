package server

import (
	"net/http"

	"github.com/octavo-dev/octavo/internal/api"
)

// Reply is what a handler answers. Handlers return it instead of writing, so that an idempotent answer can be
// kept; those that stream write by themselves and return Written.
type Reply struct {
	Status int
	Value  any    // marshalled unless Raw is set
	Raw    []byte // JSON as it is
	// Ref names what the answer can be built from again: a job id, or "upload:" and a file id. Signed URLs
	// inside are then fresh at every replay.
	Ref      string
	Written  bool
	Replayed bool
}

// Written is the reply of a handler that has answered by itself.
var Written = Reply{Written: true}

// ok is a 200 with a value.
func ok(v any) (Reply, error) { return Reply{Status: http.StatusOK, Value: v}, nil }

// body is the reply's JSON.
func (r *Reply) body() ([]byte, error) {
	if r.Raw != nil {
		return r.Raw, nil
	}
	return api.Marshal(r.Value)
}

func (c *Call) reply(r Reply) error {
	if r.Written {
		return nil
	}
	body, err := r.body()
	if err != nil {
		return err
	}
	if r.Replayed {
		c.W.Header().Set("Idempotency-Replayed", "true")
	}
	c.raw(r.Status, body)
	return nil
}
