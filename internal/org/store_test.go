package org

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/testenv"
)

func TestMain(m *testing.M) { testenv.Main(m) }

func createKey(t testing.TB, s *Store, n NewKey) (Key, string) {
	t.Helper()
	k, secret, err := s.CreateKey(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	return k, secret
}

func TestKeys(t *testing.T) {
	testenv.EachDatabase(t, func(t *testing.T, db *database.DB) {
		s := NewStore(db, nil)
		expires := time.Now().Add(time.Hour).Truncate(time.Millisecond).UTC()
		k, secret := createKey(t, s, NewKey{Org: "acme", Name: "büro", Scopes: NewScopes(Submit, Read), Expires: &expires})
		other, _ := createKey(t, s, NewKey{Org: "other", Scopes: All})
		if k.Org != "acme" || k.Name != "büro" || k.Scopes != NewScopes(Submit, Read) || k.Prefix != secret[:8] ||
			!k.ExpiresAt.Equal(expires) || k.RevokedAt != nil || k.LastUsedAt != nil || time.Since(k.CreatedAt) > time.Minute {
			t.Errorf("created %+v", k)
		}
		var stored int
		if err := db.Read.QueryRow(`SELECT COUNT(*) FROM keys WHERE hash = $1 OR hash LIKE 'oct%' OR prefix = $1`, secret).Scan(&stored); err != nil || stored != 0 {
			t.Errorf("the secret is stored: %d, %v", stored, err)
		}
		ids := func(org string) (ids []string) {
			keys, err := s.ListKeys(t.Context(), org)
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range keys {
				ids = append(ids, k.ID)
			}
			return ids
		}
		if got := ids("acme"); !slices.Equal(got, []string{k.ID}) {
			t.Errorf("keys of acme: %v", got)
		}
		if got := ids(Any); len(got) != 2 {
			t.Errorf("all keys: %v", got)
		}
		if got := ids(""); len(got) != 0 {
			t.Errorf("keys of nobody: %v", got)
		}
		for _, foreign := range [][2]string{{"acme", other.ID}, {"", k.ID}, {"acme", "unknown"}, {Any, ""}} {
			if _, err := s.RevokeKey(t.Context(), foreign[0], foreign[1]); !fault.Is(err, fault.NotFound) {
				t.Errorf("revoked %v: %v", foreign, err)
			}
			if _, _, err := s.RotateKey(t.Context(), foreign[0], foreign[1], 0); !fault.Is(err, fault.NotFound) {
				t.Errorf("rotated %v: %v", foreign, err)
			}
		}
		gone, err := s.RevokeKey(t.Context(), "acme", k.ID)
		if err != nil || gone.RevokedAt == nil {
			t.Fatalf("revoke: %+v, %v", gone, err)
		}
		again, err := s.RevokeKey(t.Context(), Any, k.ID)
		if err != nil || !again.RevokedAt.Equal(*gone.RevokedAt) {
			t.Errorf("revoked again: %+v, %v", again, err)
		}
		if _, _, err := s.RotateKey(t.Context(), "acme", k.ID, 0); !fault.Is(err, fault.InvalidConfig) {
			t.Errorf("rotated a revoked key: %v", err)
		}
	})
}

func TestRotateKey(t *testing.T) {
	testenv.EachDatabase(t, func(t *testing.T, db *database.DB) {
		s := NewStore(db, nil)
		soon, later := time.Now().Add(time.Hour), time.Now().Add(1000*time.Hour)
		for _, tt := range []struct {
			name          string
			expires       *time.Time
			oldEnd        time.Duration // from now
			newEnd        time.Duration // from now, 0: never
			overlap       time.Duration
			wantErrorName fault.Name
		}{
			{name: "endless", overlap: 24 * time.Hour, oldEnd: 24 * time.Hour},
			{name: "at once", overlap: 0, oldEnd: 0},
			{name: "for a time", expires: &later, overlap: 24 * time.Hour, oldEnd: 24 * time.Hour, newEnd: 1000 * time.Hour},
			{name: "ends before the overlap", expires: &soon, overlap: 24 * time.Hour, oldEnd: time.Hour, newEnd: time.Hour},
			{name: "negative", overlap: -time.Second, wantErrorName: fault.InvalidConfig},
		} {
			t.Run(tt.name, func(t *testing.T) {
				old, oldSecret := createKey(t, s, NewKey{Org: "acme", Name: tt.name, Scopes: NewScopes(Files), Expires: tt.expires})
				now := time.Now()
				k, secret, err := s.RotateKey(t.Context(), "acme", old.ID, tt.overlap)
				if tt.wantErrorName != "" {
					if !fault.Is(err, tt.wantErrorName) {
						t.Errorf("got %v", err)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				if k.ID == old.ID || secret == oldSecret || k.Org != old.Org || k.Name != old.Name || k.Scopes != old.Scopes {
					t.Errorf("rotated into %+v", k)
				}
				checkEnd(t, "new", k.ExpiresAt, now, tt.newEnd, tt.newEnd == 0)
				if old, err = s.keyByDigest(t.Context(), sum(oldSecret)); err != nil {
					t.Fatal(err)
				}
				checkEnd(t, "old", old.ExpiresAt, now, tt.oldEnd, false)
			})
		}
	})
}

func checkEnd(t *testing.T, which string, got *time.Time, now time.Time, in time.Duration, never bool) {
	t.Helper()
	if never || got == nil {
		if never != (got == nil) {
			t.Errorf("the %s key ends at %v", which, got)
		}
		return
	}
	if off := got.Sub(now) - in; off < -time.Minute || off > time.Minute {
		t.Errorf("the %s key ends in %v, want %v", which, got.Sub(now), in)
	}
}

func TestCreateKeyRefuses(t *testing.T) {
	s := NewStore(testenv.Database(t, "sqlite"), nil)
	past := time.Now().Add(-time.Second)
	for name, n := range map[string]NewKey{
		"no organization":      {Scopes: All},
		"every organization":   {Org: Any, Scopes: All},
		"blank":                {Org: "a b", Scopes: All},
		"long organization":    {Org: strings.Repeat("a", 65), Scopes: All},
		"no scope":             {Org: "acme"},
		"long name":            {Org: "acme", Scopes: All, Name: strings.Repeat("ü", 257)},
		"NUL in the name":      {Org: "acme", Scopes: All, Name: "a\x00b"},
		"not text":             {Org: "acme", Scopes: All, Name: "a\xffb"},
		"expired before birth": {Org: "acme", Scopes: All, Expires: &past},
	} {
		if _, _, err := s.CreateKey(t.Context(), n); !fault.Is(err, fault.InvalidConfig) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOrgs(t *testing.T) {
	testenv.EachDatabase(t, func(t *testing.T, db *database.DB) {
		ctx := t.Context()
		s := NewStore(db, map[string]Settings{
			"over":  {MaxConcurrency: 9, S3Buckets: []string{"configured"}, Environments: map[string]string{"eu": "s3://eu"}},
			"ghost": {MaxConcurrency: 2},
		})
		for _, o := range []Org{{ID: "over", MaxConcurrency: 3, S3Buckets: []string{"table"}}, {ID: "acme", S3Buckets: []string{"in-*", "b.one"}}} {
			if _, err := s.CreateOrg(ctx, o); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.CreateOrg(ctx, Org{ID: "acme"}); !fault.Is(err, fault.InvalidConfig) {
			t.Errorf("created twice: %v", err)
		}
		for name, o := range map[string]Org{
			"id": {ID: "a/b"}, "ceiling": {ID: "x", MaxConcurrency: -1}, "bucket": {ID: "x", S3Buckets: []string{"UPPER"}},
			"star inside": {ID: "x", S3Buckets: []string{"a*b"}}, "empty bucket": {ID: "x", S3Buckets: []string{""}},
		} {
			if _, err := s.CreateOrg(ctx, o); !fault.Is(err, fault.InvalidConfig) {
				t.Errorf("wrong %s: %v", name, err)
			}
		}
		settings := func(org string) Settings {
			got, err := s.Settings(ctx, org)
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		if got := settings("acme"); got.MaxConcurrency != 0 || !slices.Equal(got.S3Buckets, []string{"in-*", "b.one"}) || len(got.Environments) != 0 {
			t.Errorf("settings of acme: %+v", got)
		}
		if got := settings("over"); got.MaxConcurrency != 9 || !slices.Equal(got.S3Buckets, []string{"configured"}) || got.Environments["eu"] != "s3://eu" {
			t.Errorf("the configuration does not win: %+v", got)
		}
		if got := settings("ghost"); got.MaxConcurrency != 2 || len(got.S3Buckets) != 0 {
			t.Errorf("settings of an organization that is only configured: %+v", got)
		}
		if got := settings("nobody"); got.MaxConcurrency != 0 || len(got.S3Buckets) != 0 {
			t.Errorf("settings of an unknown organization: %+v", got)
		}
		five := 5
		o, err := s.SetOrg(ctx, "acme", Change{MaxConcurrency: &five})
		if err != nil || o.MaxConcurrency != 5 || len(o.S3Buckets) != 2 {
			t.Errorf("set: %+v, %v", o, err)
		}
		if got := settings("acme"); got.MaxConcurrency != 5 {
			t.Errorf("a change of this process does not show: %+v", got)
		}
		if _, err := s.SetOrg(ctx, "acme", Change{S3Buckets: &[]string{}}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.SetOrg(ctx, "nobody", Change{}); !fault.Is(err, fault.NotFound) {
			t.Errorf("set an unknown organization: %v", err)
		}
		if _, err := s.SetOrg(ctx, "acme", Change{S3Buckets: &[]string{"no/slash"}}); !fault.Is(err, fault.InvalidConfig) {
			t.Errorf("set a wrong bucket: %v", err)
		}
		createKey(t, s, NewKey{Org: "with-key", Scopes: All})
		orgs, err := s.ListOrgs(ctx)
		if err != nil || len(orgs) != 3 || orgs[0].ID != "acme" || orgs[0].MaxConcurrency != 5 || len(orgs[0].S3Buckets) != 0 ||
			orgs[1].ID != "over" || orgs[2].ID != "with-key" {
			t.Errorf("organizations: %+v, %v", orgs, err)
		}
	})
}

// TestSettingsOutliveTheDatabase: a database that cannot be opened any more stands for any that is away.
func TestSettingsOutliveTheDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "octavo.db")
	db, err := database.Open(t.Context(), "sqlite:"+path, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := database.Migrate(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	s := NewStore(db, nil)
	if _, err := s.CreateOrg(t.Context(), Org{ID: "acme", MaxConcurrency: 4}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Settings(t.Context(), "acme"); err != nil {
		t.Fatal(err)
	}
	s.edits.Add(1) // what is cached is not fresh any more
	late, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	if got, err := s.Settings(late, "acme"); err != nil || got.MaxConcurrency != 4 {
		t.Errorf("known settings: %+v, %v", got, err)
	}
	if _, err := s.Settings(late, "unknown"); !database.Unavailable(err) {
		t.Errorf("unknown settings: %v", err)
	}
}
