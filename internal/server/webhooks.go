package server

import (
	"errors"
	"net/http"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/cursor"
	"github.com/octavo-dev/octavo/internal/hook"
)

// configureWebhook is POST /configure_webhook. The token rides in the fragment, which reaches no log.
func (s *Server) configureWebhook(c *Call) (Reply, error) {
	token, err := s.Portal.Token(c.Context(), c.Org())
	if err != nil {
		return Reply{}, err
	}
	return ok(s.Config.PublicURL + "/webhooks/portal#token=" + token)
}

// hookError puts the broken rules of the webhook package on the wire.
func hookError(err error) error {
	var invalid hook.Invalid
	if !errors.As(err, &invalid) {
		return err
	}
	var errs api.Errors
	for _, p := range invalid {
		errs = append(errs, api.ValidationError{Loc: append([]any{"body"}, p.Loc...), Msg: p.Message, Type: p.Type, Ctx: p.Ctx})
	}
	return errs
}

func endpoint(e hook.Endpoint) api.Endpoint {
	channels := e.Channels
	if channels == nil {
		channels = []string{}
	}
	return api.Endpoint{
		ID: e.ID, URL: e.URL, Description: e.Description, Channels: channels, Disabled: e.Disabled,
		DisabledReason: optional(e.DisabledReason), CreatedAt: api.At(e.CreatedAt),
	}
}

func delivery(d hook.Delivery) api.Delivery {
	out := api.Delivery{
		ID: d.ID, MessageID: d.MessageID, EndpointID: optional(d.EndpointID), URL: d.URL, JobID: d.JobID,
		Status: string(d.Status), Attempts: []api.Attempt{}, NextAttemptAt: api.AtPtr(d.NextAttemptAt),
	}
	for _, a := range d.Attempts {
		attempt := api.Attempt{At: api.At(a.At), Error: optional(a.Error), Duration: api.Took(a.Duration)}
		if a.StatusCode != 0 {
			attempt.StatusCode = &a.StatusCode
		}
		out.Attempts = append(out.Attempts, attempt)
	}
	return out
}

func (s *Server) listEndpoints(c *Call) (Reply, error) {
	list, err := s.Portal.ListEndpoints(c.Context(), c.Org())
	if err != nil {
		return Reply{}, err
	}
	answer := api.EndpointsResponse{Endpoints: []api.Endpoint{}}
	for _, e := range list {
		answer.Endpoints = append(answer.Endpoints, endpoint(e))
	}
	return ok(answer)
}

func (s *Server) createEndpoint(c *Call) (Reply, error) {
	in, errs := api.Read[api.EndpointCreate]("EndpointCreate", c.Body)
	if errs != nil {
		return Reply{}, errs
	}
	made, err := s.Portal.CreateEndpoint(c.Context(), c.Org(), hook.EndpointInput(in))
	if err != nil {
		return Reply{}, hookError(err)
	}
	answer := endpoint(made.Endpoint)
	answer.Secret = made.Secret
	return ok(answer)
}

func (s *Server) getEndpoint(c *Call) (Reply, error) {
	e, err := s.Portal.GetEndpoint(c.Context(), c.Org(), c.Values["id"])
	if err != nil {
		return Reply{}, err
	}
	return ok(endpoint(e))
}

func (s *Server) updateEndpoint(c *Call) (Reply, error) {
	patch, errs := api.Read[api.EndpointPatch]("EndpointPatch", c.Body)
	if errs != nil {
		return Reply{}, errs
	}
	e, err := s.Portal.UpdateEndpoint(c.Context(), c.Org(), c.Values["id"], hook.EndpointPatch(patch))
	if err != nil {
		return Reply{}, hookError(err)
	}
	return ok(endpoint(e))
}

func (s *Server) deleteEndpoint(c *Call) (Reply, error) {
	if err := s.Portal.DeleteEndpoint(c.Context(), c.Org(), c.Values["id"]); err != nil {
		return Reply{}, err
	}
	return ok(api.Deleted{ID: c.Values["id"]})
}

func (s *Server) endpointSecret(c *Call) (Reply, error) {
	secret, err := s.Portal.Secret(c.Context(), c.Org(), c.Values["id"])
	if err != nil {
		return Reply{}, err
	}
	return ok(api.EndpointSecret{Secret: secret})
}

func (s *Server) rotateSecret(c *Call) (Reply, error) {
	secret, err := s.Portal.RotateSecret(c.Context(), c.Org(), c.Values["id"])
	if err != nil {
		return Reply{}, err
	}
	return ok(api.EndpointSecret{Secret: secret})
}

func (s *Server) testEndpoint(c *Call) (Reply, error) {
	d, err := s.Portal.TestEndpoint(c.Context(), c.Org(), c.Values["id"])
	if err != nil {
		return Reply{}, err
	}
	return ok(delivery(d))
}

func (s *Server) listDeliveries(c *Call) (Reply, error) {
	query, errs := api.ReadQuery[api.DeliveriesQuery]("list_deliveries", c.R.URL.Query())
	if errs != nil {
		return Reply{}, errs
	}
	page, next, err := s.Portal.ListDeliveries(c.Context(), c.Org(), hook.DeliveryQuery{
		EndpointID: query.EndpointID, JobID: query.JobID, Status: hook.Status(query.Status), Cursor: query.Cursor, Limit: query.Limit,
	})
	if errors.Is(err, cursor.ErrInvalid) {
		return Reply{}, badCursor(query.Cursor)
	}
	if err != nil {
		return Reply{}, err
	}
	answer := api.DeliveriesResponse{Deliveries: []api.Delivery{}, NextCursor: optional(next)}
	for _, d := range page {
		answer.Deliveries = append(answer.Deliveries, delivery(d))
	}
	return ok(answer)
}

func (s *Server) redeliver(c *Call) (Reply, error) {
	d, err := s.Portal.Redeliver(c.Context(), c.Org(), c.Values["id"])
	if err != nil {
		return Reply{}, err
	}
	return Reply{Status: http.StatusAccepted, Value: delivery(d)}, nil
}
