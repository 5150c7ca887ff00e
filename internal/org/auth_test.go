package org

import (
	"context"
	"log/slog"
	"net/netip"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/testenv"
)

var (
	here  = netip.MustParseAddr("127.0.0.1")
	there = netip.MustParseAddr("192.0.2.7")
)

// peers lets a number of failures pass.
type peers struct {
	mu   sync.Mutex
	left int
}

func (p *peers) Blocked(netip.Addr) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.left == 0
}

func (p *peers) Failed(netip.Addr) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.left == 0 {
		return fault.New(fault.RateLimit, "")
	}
	p.left--
	return nil
}

// journal is a log that is read while it is written.
type journal struct {
	mu   sync.Mutex
	text strings.Builder
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// clock is one that tests move.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

func newAuthenticator(t testing.TB, s *Store, opt Options) *Authenticator {
	t.Helper()
	if opt.Throttle == nil {
		opt.Throttle = &peers{left: 1000}
	}
	a, err := NewAuthenticator(s, opt)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func with(secret string) Credentials { return Credentials{Header: "Bearer " + secret, Peer: there} }

const (
	plain        = `Bearer realm="octavo"`
	invalidToken = `Bearer realm="octavo", error="invalid_token"`
)

// refused checks a 401.
func refused(t *testing.T, err error, challenge string) {
	t.Helper()
	e := fault.Of(err)
	if e == nil || e.Name != fault.AuthError || e.Code != 401 || e.Message != "missing or invalid API key" || e.Retriable {
		t.Errorf("got %v, want a 401", err)
	}
	if got := Challenge(err); got != challenge {
		t.Errorf("challenge %q, want %q", got, challenge)
	}
}

func TestOpenOnlyWithoutKeys(t *testing.T) {
	local := Options{PublicHostIsLoopback: true}
	for _, tt := range []struct {
		name string
		opt  Options
		c    Credentials
		open bool
	}{
		{"loopback", local, Credentials{Peer: here}, true},
		{"loopback IPv6", local, Credentials{Peer: netip.MustParseAddr("::1")}, true},
		{"loopback as mapped IPv6", local, Credentials{Peer: netip.MustParseAddr("::ffff:127.0.0.1")}, true},
		{"any key will do", local, Credentials{Peer: here, Header: "Bearer whatever"}, true},
		{"a malformed header too", local, Credentials{Peer: here, Header: "Basic x"}, true},
		{"behind a proxy", local, Credentials{Peer: here, Forwarded: true}, false},
		{"public name", Options{}, Credentials{Peer: here}, false},
		{"another machine", local, Credentials{Peer: there}, false},
		{"another machine with a key", local, with("unknown-key"), false},
		{"no peer", local, Credentials{}, false},
		{"opened, another machine", Options{InsecureOpen: true}, Credentials{Peer: there}, true},
		{"opened, behind a proxy", Options{InsecureOpen: true}, Credentials{Peer: here, Forwarded: true}, true},
		{"opened, any key will do", Options{InsecureOpen: true}, with("unknown-key"), true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			store := NewStore(testenv.Database(t, "sqlite"), nil)
			got, err := newAuthenticator(t, store, tt.opt).Authenticate(t.Context(), tt.c)
			switch {
			case tt.open && (err != nil || got != Caller{Org: Default, Scopes: Every, Open: true}):
				t.Errorf("got %+v, %v", got, err)
			case !tt.open && tt.c.Header == "":
				refused(t, err, plain)
			case !tt.open:
				refused(t, err, invalidToken)
			}

			// The first key closes the service, even after it is revoked.
			key, secret := createKey(t, store, NewKey{Org: "acme", Scopes: All})
			a := newAuthenticator(t, store, tt.opt)
			refuseAll := func() {
				t.Helper()
				c := tt.c
				c.Header = ""
				_, err := a.Authenticate(t.Context(), c)
				refused(t, err, plain)
			}
			refuseAll()
			c := tt.c
			c.Header = "Bearer " + secret
			if got, err := a.Authenticate(t.Context(), c); err != nil || got.Org != "acme" || got.Open {
				t.Errorf("with the key: %+v, %v", got, err)
			}
			if _, err := store.RevokeKey(t.Context(), Any, key.ID); err != nil {
				t.Fatal(err)
			}
			refuseAll()
			a = newAuthenticator(t, store, tt.opt)
			refuseAll()
		})
	}
}

func TestFirstKeyClosesOtherInstances(t *testing.T) {
	db := testenv.Database(t, "sqlite")
	clock := &clock{t: time.Now()}
	a := newAuthenticator(t, NewStore(db, nil), Options{InsecureOpen: true, Now: clock.now})
	if got, err := a.Authenticate(t.Context(), Credentials{Peer: there}); err != nil || !got.Open {
		t.Fatalf("without a key: %+v, %v", got, err)
	}
	createKey(t, NewStore(db, nil), NewKey{Org: "acme", Scopes: All})
	clock.pass(5 * time.Second)
	_, err := a.Authenticate(t.Context(), Credentials{Peer: there})
	refused(t, err, plain)
}

func TestAuthenticate(t *testing.T) {
	testenv.EachDatabase(t, func(t *testing.T, db *database.DB) {
		store := NewStore(db, nil)
		path := filepath.Join(t.TempDir(), "keys")
		writeFile(t, path, "file-key-1\nfile-key-2 acme read\n")
		clock := &clock{t: time.Now()}
		a := newAuthenticator(t, store, Options{KeyFile: path, PublicHostIsLoopback: true, InsecureOpen: true, Now: clock.now})

		soon := clock.now().Add(time.Minute)
		live, secret := createKey(t, store, NewKey{Org: "acme", Name: "n", Scopes: NewScopes(Submit)})
		_, expiring := createKey(t, store, NewKey{Org: "acme", Scopes: All, Expires: &soon})
		gone, revoked := createKey(t, store, NewKey{Org: "acme", Scopes: All})
		if _, err := store.RevokeKey(t.Context(), Any, gone.ID); err != nil {
			t.Fatal(err)
		}
		for name, tt := range map[string]struct {
			header    string
			want      Caller
			challenge string
		}{
			"file key":             {"Bearer file-key-1", Caller{Org: Default, KeyID: "file:1", Scopes: All}, ""},
			"file key with scope":  {"Bearer file-key-2", Caller{Org: "acme", KeyID: "file:2", Scopes: NewScopes(Read)}, ""},
			"database key":         {"Bearer " + secret, Caller{Org: "acme", KeyID: live.ID, Scopes: NewScopes(Submit)}, ""},
			"scheme in lower case": {"bearer " + secret, Caller{Org: "acme", KeyID: live.ID, Scopes: NewScopes(Submit)}, ""},
			"blanks around":        {"  Bearer   " + secret + " ", Caller{Org: "acme", KeyID: live.ID, Scopes: NewScopes(Submit)}, ""},
			"none":                 {"", Caller{}, plain},
			"no scheme":            {secret, Caller{}, plain},
			"other scheme":         {"Basic " + secret, Caller{}, plain},
			"empty key":            {"Bearer ", Caller{}, plain},
			"blank inside":         {"Bearer " + secret[:20] + " " + secret[20:], Caller{}, plain},
			"garbage":              {"Bearer garbage", Caller{}, invalidToken},
			"file key in capitals": {"Bearer FILE-KEY-1", Caller{}, invalidToken},
			"a comment's word":     {"Bearer #", Caller{}, invalidToken},
			"unknown":              {"Bearer " + newSecret(), Caller{}, invalidToken},
			"other case":           {"Bearer " + strings.ToUpper(secret), Caller{}, invalidToken},
			"cut":                  {"Bearer " + secret[:46], Caller{}, invalidToken},
			"its hash":             {"Bearer " + sum(secret).hex(), Caller{}, invalidToken},
			"revoked":              {"Bearer " + revoked, Caller{}, invalidToken},
			"very long":            {"Bearer " + strings.Repeat("x", 100_000), Caller{}, invalidToken},
		} {
			t.Run(name, func(t *testing.T) {
				for _, peer := range []netip.Addr{here, there} {
					got, err := a.Authenticate(t.Context(), Credentials{Header: tt.header, Peer: peer})
					if tt.challenge != "" {
						refused(t, err, tt.challenge)
						continue
					}
					if err != nil || got != tt.want {
						t.Errorf("got %+v, %v, want %+v", got, err, tt.want)
					}
				}
			})
		}
		if _, err := a.Authenticate(t.Context(), with(expiring)); err != nil {
			t.Errorf("before it expires: %v", err)
		}
		clock.pass(time.Minute)
		_, err := a.Authenticate(t.Context(), with(expiring))
		refused(t, err, invalidToken)
	})
}

func TestRevocation(t *testing.T) {
	testenv.EachDatabase(t, func(t *testing.T, db *database.DB) {
		store := NewStore(db, nil)
		clock := &clock{t: time.Now()}
		same := newAuthenticator(t, store, Options{Now: clock.now})
		other := newAuthenticator(t, NewStore(db, nil), Options{Now: clock.now})
		key, secret := createKey(t, store, NewKey{Org: "acme", Scopes: All})
		for _, a := range []*Authenticator{same, other} {
			if _, err := a.Authenticate(t.Context(), with(secret)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := store.RevokeKey(t.Context(), "acme", key.ID); err != nil {
			t.Fatal(err)
		}
		_, err := same.Authenticate(t.Context(), with(secret))
		refused(t, err, invalidToken)
		// Trust and the longest lookup together must stay below 5 s.
		clock.pass(5*time.Second - lookupTime)
		_, err = other.Authenticate(t.Context(), with(secret))
		refused(t, err, invalidToken)
		if len(same.known)+len(other.known) != 0 {
			t.Error("a revoked key is still known")
		}
	})
}

func TestDatabaseAway(t *testing.T) {
	server, err := testenv.StartPostgres()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Remove()
	url, err := server.NewDatabase(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	db, err := database.Open(t.Context(), url, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := database.Migrate(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	clock := &clock{t: time.Now()}
	store := NewStore(db, nil)
	path := filepath.Join(t.TempDir(), "keys")
	writeFile(t, path, "file-key-1")
	throttle := &peers{left: 10}
	a := newAuthenticator(t, store, Options{KeyFile: path, Now: clock.now, Throttle: throttle})
	_, secret := createKey(t, store, NewKey{Org: "acme", Scopes: All})
	_, unseen := createKey(t, store, NewKey{Org: "acme", Scopes: All})
	open := newAuthenticator(t, store, Options{InsecureOpen: true})
	authenticate := func(secret string) error {
		_, err := a.Authenticate(t.Context(), with(secret))
		return err
	}
	if err := authenticate(secret); err != nil {
		t.Fatal(err)
	}
	if err := server.Stop("immediate"); err != nil {
		t.Fatal(err)
	}
	if _, err := open.Authenticate(t.Context(), Credentials{Peer: there}); !fault.Is(err, fault.ServiceUnavailable) {
		t.Errorf("whether a key exists is unknown: %v", err)
	}
	for passed := time.Duration(0); passed < 50*time.Second; passed += 10 * time.Second {
		clock.pass(10 * time.Second)
		if err := authenticate(secret); err != nil {
			t.Fatalf("a key verified %v before: %v", passed+10*time.Second, err)
		}
	}
	for _, unknown := range []string{unseen, newSecret()} {
		err := authenticate(unknown)
		if !fault.Is(err, fault.ServiceUnavailable) || Challenge(err) != "" {
			t.Errorf("a key that cannot be looked up: %v", err)
		}
	}
	if err := authenticate("file-key-1"); err != nil {
		t.Errorf("the key file needs no database: %v", err)
	}
	if throttle.left != 10 {
		t.Error("a lookup that failed counts against the peer")
	}
	clock.pass(10 * time.Second)
	if err := authenticate(secret); !fault.Is(err, fault.ServiceUnavailable) {
		t.Errorf("a key verified a minute before: %v", err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	for _, known := range []string{secret, unseen} {
		deadline := time.Now().Add(10 * time.Second)
		for err = authenticate(known); err != nil && time.Now().Before(deadline); err = authenticate(known) {
			time.Sleep(10 * time.Millisecond)
		}
		if err != nil {
			t.Errorf("after the database is back: %v", err)
		}
	}
}

func TestThrottle(t *testing.T) {
	store := NewStore(testenv.Database(t, "sqlite"), nil)
	_, used := createKey(t, store, NewKey{Org: "acme", Scopes: All})
	_, fresh := createKey(t, store, NewKey{Org: "acme", Scopes: All})
	clock := &clock{t: time.Now()}
	throttle := &peers{left: 3}
	a := newAuthenticator(t, store, Options{Throttle: throttle, Now: clock.now})
	if _, err := a.Authenticate(t.Context(), with(used)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []Credentials{{Peer: there}, with("garbage-key"), with(newSecret())} {
		if _, err := a.Authenticate(t.Context(), c); !fault.Is(err, fault.AuthError) {
			t.Fatalf("got %v", err)
		}
	}
	for _, c := range []Credentials{{Peer: there}, with("garbage-key"), with(newSecret()), with(fresh)} {
		if _, err := a.Authenticate(t.Context(), c); !fault.Is(err, fault.RateLimit) {
			t.Errorf("got %v, want too many failures", err)
		}
	}
	clock.pass(10 * time.Second)
	if _, err := a.Authenticate(t.Context(), with(used)); err != nil {
		t.Errorf("a key that worked here is refused for its neighbours: %v", err)
	}
	throttle.left = 1
	if _, err := a.Authenticate(t.Context(), with(fresh)); err != nil || throttle.left != 1 {
		t.Errorf("a good key: %v, %d failures left", err, throttle.left)
	}
}

func TestLastUse(t *testing.T) {
	testenv.EachDatabase(t, func(t *testing.T, db *database.DB) {
		store := NewStore(db, nil)
		start := time.Now().Truncate(time.Millisecond)
		clock := &clock{t: start}
		a := newAuthenticator(t, store, Options{Now: clock.now})
		_, secret := createKey(t, store, NewKey{Org: "acme", Scopes: All})
		use := func(pass time.Duration) time.Duration {
			t.Helper()
			clock.pass(pass)
			if _, err := a.Authenticate(t.Context(), with(secret)); err != nil {
				t.Fatal(err)
			}
			a.flush(t.Context())
			k, err := store.keyByDigest(t.Context(), sum(secret))
			if err != nil || k.LastUsedAt == nil {
				t.Fatalf("last use not written: %+v, %v", k, err)
			}
			return k.LastUsedAt.Sub(start)
		}
		for _, tt := range []struct{ pass, want time.Duration }{
			{0, 0}, {time.Second, 0}, {58 * time.Second, 0}, {time.Second, time.Minute}, {59 * time.Second, time.Minute}, {time.Hour, time.Hour + 119*time.Second},
		} {
			if got := use(tt.pass); got != tt.want {
				t.Errorf("%v later the last use is %v, want %v", tt.pass, got, tt.want)
			}
		}
		a.forget()
		clock.pass(graceFor + time.Second)
		if a.forget(); len(a.known) != 0 {
			t.Error("an unused key is not forgotten")
		}
	})
}

func TestConcurrentUse(t *testing.T) {
	testenv.EachDatabase(t, func(t *testing.T, db *database.DB) {
		store := NewStore(db, nil)
		a := newAuthenticator(t, store, Options{})
		ctx, stop := context.WithCancel(t.Context())
		ran := make(chan struct{})
		go func() { a.Run(ctx); close(ran) }()
		key, secret := createKey(t, store, NewKey{Org: "acme", Scopes: All})
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for i := range 50 {
					if i%10 == 0 {
						store.edits.Add(1)
					}
					if _, err := a.Authenticate(ctx, with(secret)); err != nil {
						t.Error(err)
					}
					if _, err := a.Authenticate(ctx, with(newSecret())); !fault.Is(err, fault.AuthError) {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		stop()
		<-ran
		if k, err := store.keyByDigest(context.Background(), sum(secret)); err != nil || k.ID != key.ID || k.LastUsedAt == nil {
			t.Errorf("the last use is not written at the end: %+v, %v", k, err)
		}
	})
}

// TestCancelledRequestHarmsNobody: the lookup is shared, so it goes on when the first who wanted it is gone.
func TestCancelledRequestHarmsNobody(t *testing.T) {
	store := NewStore(testenv.Database(t, "sqlite"), nil)
	a := newAuthenticator(t, store, Options{})
	_, secret := createKey(t, store, NewKey{Org: "acme", Scopes: All})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := a.Authenticate(ctx, with(secret)); err != nil || got.Org != "acme" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestInsecureOpenWarns(t *testing.T) {
	store := NewStore(testenv.Database(t, "sqlite"), nil)
	for _, tt := range []struct {
		name string
		opt  Options
		want string
	}{
		{"open", Options{InsecureOpen: true}, "level=WARN"},
		{"local", Options{PublicHostIsLoopback: true}, "level=INFO"},
	} {
		var log journal
		tt.opt.Log = slog.New(slog.NewTextHandler(&log, nil))
		newAuthenticator(t, store, tt.opt).sayOpen(t.Context())
		if !strings.Contains(log.String(), tt.want) {
			t.Errorf("%s: %q", tt.name, log.String())
		}
	}
	createKey(t, store, NewKey{Org: "acme", Scopes: All})
	var log journal
	newAuthenticator(t, store, Options{InsecureOpen: true, Log: slog.New(slog.NewTextHandler(&log, nil))}).sayOpen(t.Context())
	if log.String() != "" {
		t.Errorf("with a key: %q", log.String())
	}
}

// TestNoKeyIsLogged greps the log of a whole run for every key used in it.
func TestNoKeyIsLogged(t *testing.T) {
	var log journal
	logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	before := slog.Default()
	slog.SetDefault(logger)
	defer slog.SetDefault(before)

	store := NewStore(testenv.Database(t, "sqlite"), nil)
	path := filepath.Join(t.TempDir(), "keys")
	secrets := []string{"file-key-zero", "file-key-one", "file-key-bad", "tiny-k", "with blank inside of it"}
	writeFile(t, path, strings.Join([]string{secrets[0], secrets[1] + " acme read", secrets[2] + " a/b", secrets[3], secrets[4]}, "\n"))
	a := newAuthenticator(t, store, Options{KeyFile: path, Log: logger, Throttle: &peers{left: 3}})
	_, live := createKey(t, store, NewKey{Org: "acme", Name: "n", Scopes: All})
	old, rotated := createKey(t, store, NewKey{Org: "acme", Scopes: All})
	_, next, err := store.RotateKey(t.Context(), Any, old.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	secrets = append(secrets, live, rotated, next, newSecret(), "garbage-key")
	var errs []string
	for _, s := range secrets {
		_, err := a.Authenticate(t.Context(), with(s))
		logger.Info("answered", "error", err)
		if err != nil {
			errs = append(errs, err.Error())
		}
	}
	a.Reload()
	writeFile(t, path, secrets[3])
	a.look(a.look(""))
	closed, cancel := context.WithCancel(t.Context())
	cancel()
	a.flush(closed)
	a.Run(closed)
	if log.String() == "" || len(errs) < 5 {
		t.Fatalf("the run logs too little to prove anything: %q, %d errors", log.String(), len(errs))
	}
	for _, s := range secrets {
		if strings.Contains(log.String(), s) || strings.Contains(log.String(), sum(s).hex()) {
			t.Errorf("a key of %d characters is in the log", len(s))
		}
	}
}
