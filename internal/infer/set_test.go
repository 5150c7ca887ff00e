package infer

import "testing"

func TestPrefer(t *testing.T) {
	a, b := New(nil, Options{Name: "a", Provider: "openai"}), New(nil, Options{Name: "b", Provider: "google"})
	s := &Set{}
	s.Add(a, Language)
	s.Add(b, Language, Vision)
	for _, tt := range []struct {
		role, provider string
		want           *Model
	}{{Language, "google", b}, {Language, "openai", a}, {Language, "anthropic", a}, {Vision, "openai", b}, {Parse, "google", nil}} {
		if got := s.Prefer(tt.role, tt.provider); got != tt.want {
			t.Errorf("%s of %s: another model", tt.role, tt.provider)
		}
	}
	if (*Set)(nil).Prefer(Language, "google") != nil {
		t.Error("a model of no set")
	}
}
