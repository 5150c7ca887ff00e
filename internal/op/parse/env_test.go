package parse_test

import (
	"encoding/json"
	"testing"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/optest"
	"github.com/octavo-dev/octavo/internal/op/parse"
)

// bench runs parse jobs in memory.
type bench struct{ *optest.Bench }

func newBench(t testing.TB) bench { return bench{optest.New(t)} }

// schema is that of requests in either form.
const schema = "ParseRequest"

// plan validates a body and plans it as the server does.
func (b bench) plan(body string, async bool) (op.Plan, error) {
	b.T.Helper()
	return b.Plan(parse.Operation, schema, body, async)
}

// run submits a body and works its tasks off. It returns the job's id and response.
func (b bench) run(body string) (string, []byte, error) {
	b.T.Helper()
	return b.Run(parse.Operation, schema, body)
}

// response is a ParseResponse read back.
type response struct {
	api.ParseResponse
	Result struct {
		api.FullResult
		URL      string `json:"url"`
		ResultID string `json:"result_id"`
	} `json:"result"`
}

// parse runs a body that must succeed.
func (b bench) parse(body string) (string, response) {
	b.T.Helper()
	id, raw, err := b.run(body)
	if err != nil {
		b.T.Fatalf("parse %s: %v", body, err)
	}
	var r response
	if err := json.Unmarshal(raw, &r); err != nil {
		b.T.Fatalf("read response: %v", err)
	}
	return id, r
}

// fails runs a body that must end in a named failure.
func (b bench) fails(body string, name fault.Name, typ string) *fault.Error {
	b.T.Helper()
	return b.Fails(parse.Operation, schema, body, name, typ)
}
