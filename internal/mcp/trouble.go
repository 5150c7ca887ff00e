package mcp

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/octavo-dev/octavo/client"
)

//go:embed remedies.txt
var remediesFile string

// The names of what goes wrong before the service is asked, or where it cannot be.
const (
	invalidArgument = "INVALID_ARGUMENT"
	unreachable     = "SERVICE_UNREACHABLE"
)

// trouble is why a call failed and what to do about it.
type trouble struct {
	Name       string `json:"name"`
	Type       string `json:"type,omitempty"`
	Message    string `json:"message"`
	Next       string `json:"next"`
	Argument   string `json:"argument,omitempty"`
	Pointer    string `json:"pointer,omitempty"`
	Retriable  bool   `json:"retriable"`
	RetryAfter int    `json:"retry_after_seconds,omitempty"`
	JobID      string `json:"job_id,omitempty"`
	RequestID  string `json:"request_id,omitempty"`
}

func (t *trouble) Error() string { return t.Name + ": " + t.Message }

// wrong is an argument that cannot be used; argument may be empty.
func wrong(argument, format string, values ...any) error {
	t := &trouble{Name: invalidArgument, Argument: argument, Message: fmt.Sprintf(format, values...)}
	t.Next = "Correct the arguments and call the tool again."
	if argument != "" {
		t.Message = fmt.Sprintf("argument %s: %s", argument, t.Message)
		t.Next = fmt.Sprintf("Correct the argument %s and call the tool again.", argument)
	}
	return t
}

// failure is the result of a call that failed. It is no error of the protocol: an agent reads it and does better.
func (t *Tools) failure(err error) *sdk.CallToolResult {
	why, ok := errors.AsType[*trouble](err)
	if failed, reported := errors.AsType[*client.Error](err); reported {
		why, ok = t.reported(failed), true
	}
	if !ok {
		why = &trouble{
			Name: unreachable, Message: strings.TrimPrefix(err.Error(), "octavo: "), Retriable: true,
			Next: "The service did not answer. Try once more; if it fails again, ask the user whether it runs.",
		}
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %s", why.Name, why.Message)
	for _, part := range []struct{ label, value string }{
		{"At", why.Pointer}, {"Job", why.JobID}, {"Request", why.RequestID}, {"What to do", why.Next},
	} {
		if part.value != "" {
			fmt.Fprintf(&text, "\n%s: %s", part.label, part.value)
		}
	}
	return result(&answer{text.String(), map[string]any{"error": why}}, true)
}

// reported is a failure that the service told of.
func (t *Tools) reported(e *client.Error) *trouble {
	why := &trouble{
		Name: e.Name, Type: e.Type, Message: e.Message, Pointer: e.Pointer, Retriable: e.Retriable,
		RetryAfter: int(math.Ceil(e.RetryAfter.Seconds())), JobID: e.JobID, RequestID: e.RequestID, Next: t.remedies[e.Name],
	}
	switch {
	case len(e.Detail) > 0:
		why.Name = invalidArgument
		why.Argument = argument(e.Detail[0])
		var problems []string
		for _, p := range e.Detail {
			problems = append(problems, argument(p)+" "+p.Msg)
		}
		why.Message = "the request is not valid: " + strings.Join(problems, "; ")
		why.Next = fmt.Sprintf("Correct the argument %s and call the tool again.", why.Argument)
	case e.Name == "":
		why.Name = unreachable
		why.Next = fmt.Sprintf("Something between here and the service answered with status %d. Ask the user whether the address is right.", e.Status)
	case why.RetryAfter > 0:
		why.Next += fmt.Sprintf(" Wait %d seconds.", why.RetryAfter)
	}
	return why
}

// fields are the arguments behind the fields of requests, longer paths first.
var fields = []struct{ field, argument string }{
	{"parsing.settings.page_range", "pages"}, {"settings.page_range", "pages"}, {"page_range", "pages"},
	{"parsing.settings.document_password", "password"}, {"settings.document_password", "password"},
	{"instructions.schema", "schema"}, {"instructions.system_prompt", "instructions"},
	{"split_description", "sections"}, {"split_rules", "rules"},
	{"classification_schema", "categories"}, {"edit_instructions", "instructions"}, {"edit_options.color", "color"},
	{"document_url", "input"},
}

// argument names the argument that a problem is about.
func argument(p client.Problem) string {
	_, path, found := strings.Cut(p.Field(), ".") // without body or query
	if !found {
		return p.Field()
	}
	for _, f := range fields {
		if rest, ok := strings.CutPrefix(path, f.field); ok {
			return f.argument + rest
		}
	}
	return path
}

// remedies say what to do about the errors of the service.
func remedies() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(remediesFile) {
		name, remedy, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if ok && !strings.HasPrefix(line, "#") {
			all[name] = remedy
		}
	}
	return all
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
