package server

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/former"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/rate"
	"github.com/octavo-dev/octavo/internal/register"
	"github.com/octavo-dev/octavo/internal/source"
)

// bodies names the schemas of the two routes of each operation.
var bodies = map[string]struct{ either, async string }{
	"parse":    {"ParseRequest", "AsyncParseConfig"},
	"extract":  {"ExtractRequest", "AsyncExtractConfig"},
	"split":    {"SyncSplitConfig", "AsyncSplitConfig"},
	"classify": {"ClassifyConfig", "ClassifyConfig"},
	"edit":     {"EditConfig", "AsyncEditConfig"},
	"pipeline": {"V3PipelineConfig", "V3AsyncPipelineConfig"},
}

// operation handles POST /<name> and /<name>_async. Both forms share every line but the wait.
func (s *Server) operation(o op.Operation, alwaysAsync bool) func(*Call) (Reply, error) {
	schema := bodies[o.Name].either
	if alwaysAsync {
		schema = bodies[o.Name].async
	}
	// Only parse and extract choose their form by the request's async field.
	chooses := o.Name == "parse" || o.Name == "extract"
	return func(c *Call) (Reply, error) {
		if o.Name == "pipeline" {
			deprecate(c)
		}
		body, old, err := s.read(c, o.Name, schema, alwaysAsync)
		if err != nil {
			return Reply{}, err
		}
		async := alwaysAsync || chooses && asksAsync(body)
		if !async {
			if err := s.settle(c, rate.Sync); err != nil {
				return Reply{}, err
			}
		}
		call := op.Call{Body: body, Raw: c.Body, Async: async}
		if old != nil {
			call.Former = &old.Extra
		}
		plan, err := s.plan(c, o, call)
		if err != nil && old != nil {
			err = old.Tell(err)
		}
		if err != nil {
			return Reply{}, err
		}
		inputs, err := s.inputs(c, plan)
		if err != nil {
			return Reply{}, err
		}
		return s.submit(c, o, plan, inputs, async)
	}
}

// read validates a body. Only one that is refused is looked at as a body of the second version, so that those of today
// pay nothing for it.
func (s *Server) read(c *Call, operation, schema string, async bool) (json.RawMessage, *former.Request, error) {
	body, errs := api.Validate(schema, c.Body)
	if errs == nil {
		return body, nil, nil
	}
	if !errs.Lacks("input") || !former.Is(operation, c.Body) {
		return nil, nil, errs
	}
	deprecate(c)
	r, err := former.Read(operation, c.Body, async, func(name string) bool {
		_, err := s.Site.Register.Resolve(register.Layout, name)
		return err == nil
	})
	return r.Body, &r, err
}

// deprecate tells a caller that this form will not be there for ever.
func deprecate(c *Call) { c.W.Header().Set("Deprecation", "true") }

// outdated reports whether a request that was answered before is one of those that are told so.
func outdated(c *Call) bool {
	name := strings.TrimSuffix(strings.TrimPrefix(c.Route.Path, "/"), "_async")
	return name == "pipeline" || former.Is(name, c.Body)
}

// asksAsync reports whether a normalised body has a non-null async key.
func asksAsync(body []byte) bool {
	var form struct {
		Async json.RawMessage `json:"async"`
	}
	return json.Unmarshal(body, &form) == nil && len(form.Async) > 0 && !bytes.Equal(form.Async, []byte("null"))
}

// plan runs checks 9 to 11: all that needs nothing but the request.
func (s *Server) plan(c *Call, o op.Operation, call op.Call) (op.Plan, error) {
	if o.Run == nil {
		return op.Plan{}, op.NotBuilt(o.Name)
	}
	if o.Name == "pipeline" {
		var err error
		if call.Pipeline, err = s.definition(c, call.Body); err != nil {
			return op.Plan{}, err
		}
	}
	plan, err := o.Plan(s.Site, call)
	if err != nil {
		return plan, err
	}
	if err := s.checkEnvironment(c, &plan); err != nil {
		return plan, err
	}
	if n := len(plan.Inputs); n > s.Config.Limits.Inputs {
		return plan, fault.New(fault.DocumentTooLarge, "the input list has %d entries, the limit is %d", n, s.Config.Limits.Inputs)
	}
	if plan.Webhook != nil && plan.Webhook.Mode == api.WebhookDirect {
		if err := s.Sources.CheckLiteral(plan.Webhook.URL); err != nil {
			return plan, err
		}
	}
	return plan, nil
}

// inputs runs checks 12 to 14: what a request names must be there and allowed.
func (s *Server) inputs(c *Call, plan op.Plan) ([]source.Input, error) {
	all := make([]source.Input, len(plan.Inputs))
	for i, raw := range plan.Inputs {
		all[i] = source.Parse(raw, s.scheme)
		var err error
		if all[i].Name, err = s.Sources.Check(c.Context(), c.Org(), all[i], plan.JobInputs); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// checkEnvironment settles the Hybrid VPC environment a request names.
func (s *Server) checkEnvironment(c *Call, plan *op.Plan) error {
	if plan.Environment == "" {
		return nil
	}
	settings, err := s.Orgs.Settings(c.Context(), c.Org())
	if err != nil {
		return err
	}
	known := slices.Sorted(maps.Keys(settings.Environments))
	switch {
	case slices.Contains(known, plan.Environment):
		return nil
	case len(known) > 0:
		return fault.New(fault.InvalidConfig, "unknown environment %q; known: %s", plan.Environment, strings.Join(known, ", "))
	case s.Config.HybridVPC.Strict:
		return fault.New(fault.InvalidConfig, "environment %q was asked for, but this organization has none", plan.Environment)
	}
	plan.Warnings = append(plan.Warnings, "settings.hybrid_vpc.environment had no effect: this organization has no environments")
	plan.Environment = ""
	return nil
}
