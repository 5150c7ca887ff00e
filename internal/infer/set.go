package infer

// The roles a model can have.
const (
	Language = "language"
	Vision   = "vision"
	Parse    = "parse"
)

// Set is the models of an installation by role, in the order they are configured.
type Set struct{ byRole map[string][]*Model }

// Add gives a model its roles.
func (s *Set) Add(m *Model, roles ...string) {
	if s.byRole == nil {
		s.byRole = map[string][]*Model{}
	}
	for _, r := range roles {
		s.byRole[r] = append(s.byRole[r], m)
	}
}

// For is the first model of a role, nil where there is none. A nil set has none.
func (s *Set) For(role string) *Model {
	if s == nil || len(s.byRole[role]) == 0 {
		return nil
	}
	return s.byRole[role][0]
}

// Prefer is the first model of a role that a provider runs; where it runs none, the first of the role.
func (s *Set) Prefer(role, provider string) *Model {
	if s == nil {
		return nil
	}
	for _, m := range s.byRole[role] {
		if m.o.Provider == provider {
			return m
		}
	}
	return s.For(role)
}
