package org

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/fault"
)

func TestParseScopes(t *testing.T) {
	for list, want := range map[string]Scopes{
		"all":              All,
		"submit":           NewScopes(Submit),
		"submit,read":      NewScopes(Submit, Read),
		" files , jobs ":   NewScopes(Files, Jobs),
		"all,admin":        Every,
		"admin":            NewScopes(Admin),
		"read,read,all":    All,
		"webhooks,submit":  NewScopes(Submit, Webhooks),
		"submit,read,jobs": NewScopes(Submit, Read, Jobs),
	} {
		if got, err := ParseScopes(list); err != nil || got != want {
			t.Errorf("%q: %v, %v, want %v", list, got, err, want)
		}
	}
	for _, list := range []string{"", "root", "submit,", "ALL", "submit read"} {
		if got, err := ParseScopes(list); !fault.Is(err, fault.InvalidConfig) {
			t.Errorf("%q is read as %v, %v", list, got, err)
		}
	}
	if All.Has(Admin) || !Every.Has(Admin) || Scopes(0).Has(Read) || Every.Has("") {
		t.Error("the sets hold the wrong scopes")
	}
}

func TestScopesAreReadAsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Scopes(rapid.IntRange(1, int(Every)).Draw(t, "scopes"))
		if got, err := ParseScopes(s.String()); err != nil || got != s {
			t.Fatalf("%v is read as %v, %v", s, got, err)
		}
		if got := storedScopes(s.String() + ",later"); got != s {
			t.Fatalf("%v with a scope of a later version is read as %v", s, got)
		}
		if len(s.Names()) == 0 {
			t.Fatal("a set without names")
		}
	})
}

func TestRequire(t *testing.T) {
	c := Caller{Org: Default, Scopes: NewScopes(Submit, Files)}
	for _, scope := range order {
		err := Require(c, scope)
		if has := scope == Submit || scope == Files; has {
			if err != nil {
				t.Errorf("%s: %v", scope, err)
			}
			continue
		}
		e := fault.Of(err)
		if e.Name != fault.AuthError || e.Code != 403 || e.Type != "insufficient_scope" || e.Message != "the key lacks scope "+string(scope) {
			t.Errorf("%s: %+v", scope, e)
		}
		if got := Challenge(err); got != `Bearer realm="octavo", error="insufficient_scope"` {
			t.Errorf("%s: challenge %s", scope, got)
		}
	}
}
