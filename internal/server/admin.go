package server

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/org"
)

func key(k org.Key) api.Key {
	return api.Key{
		ID: k.ID, Org: k.Org, Name: k.Name, Prefix: k.Prefix, Scopes: k.Scopes.Names(), CreatedAt: api.At(k.CreatedAt),
		ExpiresAt: api.AtPtr(k.ExpiresAt), LastUsedAt: api.AtPtr(k.LastUsedAt), RevokedAt: api.AtPtr(k.RevokedAt),
	}
}

// listKeys is GET /admin/keys: the keys of the caller's organization.
func (s *Server) listKeys(c *Call) (Reply, error) {
	keys, err := s.Orgs.ListKeys(c.Context(), c.Org())
	if err != nil {
		return Reply{}, err
	}
	answer := api.KeysResponse{Keys: []api.Key{}}
	for _, k := range keys {
		answer.Keys = append(answer.Keys, key(k))
	}
	return ok(answer)
}

func (s *Server) createKey(c *Call) (Reply, error) {
	in, errs := api.Read[api.KeyCreate]("KeyCreate", c.Body)
	if errs != nil {
		return Reply{}, errs
	}
	scopes, err := org.ParseScopes(strings.Join(in.Scopes, ","))
	if err != nil {
		return Reply{}, err
	}
	n := org.NewKey{Org: c.Org(), Name: in.Name, Scopes: scopes}
	if in.ExpiresAt != nil {
		n.Expires = &in.ExpiresAt.Time
	}
	made, secret, err := s.Orgs.CreateKey(c.Context(), n)
	if err != nil {
		return Reply{}, err
	}
	answer := key(made)
	answer.Secret = secret
	return ok(answer)
}

func (s *Server) revokeKey(c *Call) (Reply, error) {
	if _, err := s.Orgs.RevokeKey(c.Context(), c.Org(), c.Values["id"]); err != nil {
		return Reply{}, err
	}
	return ok(api.Deleted{ID: c.Values["id"]})
}

// models is GET /models.
func (s *Server) models(*Call) (Reply, error) {
	answer := api.ModelsResponse{Models: []api.ModelVersion{}}
	for _, e := range s.Site.Register.List() {
		answer.Models = append(answer.Models, api.ModelVersion{
			Kind: e.Kind, Version: e.Version, Stage: e.Stage, Frozen: e.Frozen,
			AlphaFrom: api.AtPtr(e.AlphaFrom), DefaultFrom: api.AtPtr(e.DefaultFrom),
			DeprecatedFrom: api.AtPtr(e.DeprecatedFrom), RemovedFrom: api.AtPtr(e.RemovedFrom),
		})
	}
	return ok(answer)
}

// capabilities is GET /capabilities.
func (s *Server) capabilities(*Call) (Reply, error) {
	answer := api.CapabilitiesResponse{Capabilities: op.Capabilities(s.Site), Types: s.Types, Models: []api.CapabilityModel{}}
	for _, m := range s.Site.Models {
		answer.Models = append(answer.Models, api.CapabilityModel(m))
	}
	return ok(answer)
}
