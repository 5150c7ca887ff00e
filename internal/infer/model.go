package infer

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
)

// Limits of asking. Parallel requests are counted over all models of one server.
const (
	retries   = 2
	repairs   = 2
	parallel  = 8
	firstWait = 500 * time.Millisecond
)

// Options is what is known about a model.
type Options struct {
	Name     string
	Provider string
	Own      bool // a server of one's own, of kind gpu
	Context  int  // tokens it can read; 0 where that is not known
	Output   int  // tokens it may write; 0 leaves it to the provider
	Timeout  time.Duration
	MaxWait  time.Duration // for a busy server of one's own
	Gate     Gate
	// Called is told of every request that was sent and whether it was answered; nil tells nobody.
	Called func(model, outcome string)
	// Pause waits between two tries; nil is the clock.
	Pause func(context.Context, time.Duration) error
}

// Gate bounds how many requests one server gets at once.
type Gate chan struct{}

// NewGate is a gate for one server.
func NewGate() Gate { return make(Gate, parallel) }

// Model is a model that answers or fails by name: it retries what may pass, waits as it is told to, and asks again for
// answers that are not of the shape they must have.
type Model struct {
	backend Backend
	o       Options
	failed  atomic.Int64 // when it last gave no answer at all, in Unix milliseconds; 0 since it did
}

// New puts the policy around a backend.
func New(b Backend, o Options) *Model {
	if o.Gate == nil {
		o.Gate = NewGate()
	}
	if o.Pause == nil {
		o.Pause = pause
	}
	if o.Called == nil {
		o.Called = func(string, string) {}
	}
	return &Model{backend: b, o: o}
}

// respite is how long a model is left alone by those who can do without it.
const respite = time.Minute

// Well reports whether the model answered when it was last asked, or may do so again by now. Who can do without it does
// not ask one that is not, so that no job waits for it over and over.
func (m *Model) Well() bool {
	at := m.failed.Load()
	return at == 0 || time.Since(time.UnixMilli(at)) > respite
}

// Name is the name of the model at its provider.
func (m *Model) Name() string { return m.o.Name }

// Context is how many tokens the model can read, 0 where that is not known.
func (m *Model) Context() int { return m.o.Context }

// Output is how many tokens the model may write, 0 where that is left to the provider.
func (m *Model) Output() int { return m.o.Output }

// Complete asks the model. The failures are LLM_PROVIDER_ERROR, TIMEOUT, CONTEXT_WINDOW_EXCEEDED, OUTPUT_LIMIT_EXCEEDED,
// LLM_OUTPUT_PARSE_FAILED, and those of GPU_* for servers of one's own.
func (m *Model) Complete(ctx context.Context, r Request) (Answer, error) {
	if r.MaxOutput == 0 || m.o.Output > 0 && r.MaxOutput > m.o.Output {
		r.MaxOutput = m.o.Output
	}
	asked := r.Shape
	r.Shape = asked.Common()
	var out Answer
	for try := 0; ; try++ {
		reply, err := m.formed(ctx, &r)
		m.note(err)
		if err != nil {
			return out, err
		}
		out.Usage.Add(Usage{1, reply.InputTokens, reply.OutputTokens})
		if err := m.stopped(reply.Stopped); err != nil {
			return out, err
		}
		out.Text = reply.Text
		if asked == nil {
			return out, nil
		}
		mistake := ""
		if out.Value, mistake = read(asked, reply.Text); mistake == "" {
			return out, nil
		}
		if try == repairs {
			return out, fault.New(fault.LLMOutputParseFailed, "the model response could not be decoded; array_extract makes answers shorter").Typed("json_decoding_error")
		}
		r.Repair = &Repair{shorten(reply.Text), mistake}
	}
}

// note remembers whether the model answers at all.
func (m *Model) note(err error) {
	e := (*fault.Error)(nil)
	switch {
	case err == nil:
		m.failed.Store(0)
	case errors.As(err, &e) && fault.Lookup(e.Name).Category == fault.Transient:
		m.failed.Store(time.Now().UnixMilli())
	}
}

// formed calls the model. A schema that the server does not take is told in words instead, for this and the next calls.
func (m *Model) formed(ctx context.Context, r *Request) (Reply, error) {
	reply, err := m.call(ctx, *r)
	var f *Failure
	if r.Shape == nil || !errors.As(err, &f) || f.what != rejected || f.Status != 400 && f.Status != 422 {
		return reply, err
	}
	r.System += "\n\nAnswer with one JSON value that follows this JSON schema, and with nothing else:\n" + string(r.Shape.Schema())
	r.Shape = nil
	return m.call(ctx, *r)
}

// read decodes an answer, or says what is wrong with it.
func read(s *Shape, text string) (any, string) {
	v, err := decode(text)
	if err != nil {
		return nil, fmt.Sprintf("The answer is not one valid JSON value: %v.", err)
	}
	var r restorer
	v = r.value(s, v, "")
	if len(r.mistakes) > 0 {
		return nil, "The answer does not follow the schema: " + strings.Join(r.mistakes, "; ") + "."
	}
	return v, ""
}

// stopped names the reasons to stop other than being done.
func (m *Model) stopped(s Stop) error {
	switch s {
	case Length:
		return fault.New(fault.OutputLimitExceeded, "")
	case Full:
		return fault.New(fault.ContextWindowExceeded, "")
	case Declined:
		return fault.New(fault.LLMProviderError, "model provider %s failed: the model declined to answer", m.o.Provider).Typed("llm_service_error")
	}
	return nil
}

// AskAgain follows the mistake when a model is asked once more.
const AskAgain = " Answer once more, with the whole corrected JSON value and nothing else."
