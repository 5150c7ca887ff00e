package chaos

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/testenv"
)

// cluster is an installation on many machines: two that serve and three that work, on one database and one bucket.
type cluster struct {
	*installation
	net     *network
	fronts  []*host
	backs   []*host
	servers *crew
	workers *crew

	postgres *testenv.PostgresServer
	bucket   testenv.S3Server
	store    []*forward // every host's way to the bucket
}

const clusterJobs = jobs / 2

func newCluster(t *testing.T, r *rand.Rand) *cluster {
	t.Helper()
	server, url := ownPostgres(t)
	c := &cluster{installation: install(t, url), net: newNetwork(t), postgres: server, bucket: testenv.S3(t)}
	c.settings["fetch"] = fmt.Sprintf("{allow: [%q, %q]}", "127.0.0.1", hubAddress)
	c.env = append(c.env, "AWS_ACCESS_KEY_ID="+c.bucket.AccessKey, "AWS_SECRET_ACCESS_KEY="+c.bucket.SecretKey)
	for range 2 {
		c.fronts = append(c.fronts, c.net.host())
	}
	for range 3 {
		c.backs = append(c.backs, c.net.host())
	}
	c.client = balanced(t, c.fronts)
	settings := map[*host][]string{}
	for _, h := range append(c.fronts[:2:2], c.backs...) {
		settings[h] = c.locate(h)
	}
	c.servers = hire(c.installation, r, len(c.fronts), func(i int) *process {
		h := c.fronts[i]
		p := c.launchOn(h, "serve", append(settings[h], "listen", h.listens(), "workers", "{cpu: 0, io: 0}"))
		awaitReady(t, h, p)
		return p
	})
	c.workers = hire(c.installation, r, len(c.backs), func(i int) *process {
		h := c.backs[i]
		p := c.launchOn(h, "worker", append(settings[h], "workers", "{cpu: 1, io: 4}"))
		c.working(p)
		return p
	})
	return c
}

// locate is where a host finds the database and the bucket.
func (c *cluster) locate(h *host) []string {
	database := strings.TrimPrefix(c.postgres.URL("x"), "postgres://octavo@")
	database, _, _ = strings.Cut(database, "/")
	way := newForward(c.t, c.net.listenLoopback(), strings.TrimPrefix(c.bucket.Endpoint, "http://"))
	c.store = append(c.store, way)
	bucket := c.bucket
	bucket.Endpoint = "http://" + h.private(way.address())
	return []string{
		"database_url", strings.Replace(c.settings["database_url"], database, h.private(database), 1),
		"store", `{url: "` + bucket.URL() + `"}`,
	}
}

func (c *cluster) launchOn(h *host, sub string, extra []string) *process {
	c.t.Helper()
	return c.launchIn(h.space, c.command(sub, extra...), sub)
}

// awaitReady waits until the server on a host takes work.
func awaitReady(t testing.TB, h *host, p *process) {
	t.Helper()
	await(t, time.Minute, p.name+" is ready", func() error {
		if !p.alive() {
			t.Fatalf("%s ended: %s", p.name, p.tail(20))
		}
		status, err := h.ask("/ready")
		if err == nil && status != http.StatusOK {
			err = fmt.Errorf("%d", status)
		}
		return err
	})
}

// balanced is a caller whose requests go to the servers in turn, past those that do not take them.
func balanced(t testing.TB, fronts []*host) *client {
	var turn atomic.Int64
	transport := &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var failed error
		for range fronts {
			conn, err := fronts[int(turn.Add(1))%len(fronts)].dial(ctx)
			if err == nil {
				return conn, nil
			}
			failed = errors.Join(failed, err)
		}
		return nil, failed
	}}
	return &client{t: t, base: "http://127.0.0.1", http: &http.Client{Transport: transport}}
}

// Every part of an installation on many machines is killed, frozen, cut off and started again under load: those that
// serve, those that work, the database and the store. Every job that was accepted ends exactly once.
func TestCluster(t *testing.T) {
	t.Parallel()
	eachSeed(t, func(t *testing.T, r *rand.Rand) {
		c := newCluster(t, r)
		from, hook := newOrigin(t), newReceiver(t)
		from.url = "http://" + c.net.public(strings.TrimPrefix(from.url, "http://"))
		hook.url = "http://" + c.net.public(strings.TrimSuffix(strings.TrimPrefix(hook.url, "http://"), "/hook")) + "/hook"
		book := newLedger(t, c.installation, hook)
		began := time.Now()
		troubles := c.troubles(book)
		var waves []*sync.WaitGroup
		for _, which := range r.Perm(len(troubles)) {
			waves = append(waves, submitAll(t, book, from, r, clusterJobs/len(troubles)))
			trouble := troubles[which]
			t.Logf("%5.1fs %s", time.Since(began).Seconds(), trouble.name)
			trouble.happens()
		}
		for _, wave := range waves {
			wave.Wait()
		}
		book.settle(3 * time.Minute)
		t.Logf("%d jobs, %d faults, all told after %v", book.size(), len(troubles), time.Since(began))
		if book.size() != clusterJobs {
			t.Errorf("%d of %d jobs were accepted", book.size(), clusterJobs)
		}
		book.balance()
		for _, p := range append(c.workers.members, c.servers.members...) {
			p.leave()
		}
		c.balanceBucket(c.bucket)
		if left := c.leftovers(); len(left) > 0 {
			t.Errorf("files are left: %v", left)
		}
	})
}
