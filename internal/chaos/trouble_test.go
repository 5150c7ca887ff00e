package chaos

import (
	"fmt"
	"net/http"
	"time"
)

// trouble is something that happens to one part of a cluster and is over when it returns.
type trouble struct {
	name    string
	happens func()
}

// troubles are those that a cluster is put through.
func (c *cluster) troubles(book *ledger) []trouble {
	return []trouble{
		{"a worker is killed", c.workers.kill},
		{"a worker freezes past its lease", c.workers.freeze},
		{"a worker is cut off past its lease", c.cutWorker},
		{"a worker is told to stop", func() { c.replace(c.workers) }},
		{"a server is killed", func() { c.killAny(c.servers) }},
		{"a server freezes", c.freezeServer},
		{"a server is cut off", c.cutServer},
		{"a server is told to stop", func() { c.replace(c.servers) }},
		{"the database crashes", c.crashDatabase},
		{"the store is away", func() { c.loseStore(book) }},
	}
}

// killAny kills a member, whatever it does, and starts another in its place.
func (c *cluster) killAny(of *crew) {
	i := of.r.IntN(len(of.members))
	of.members[i].kill()
	of.members[i] = of.start(i)
}

// replace stops a member in good order, as a new release does.
func (c *cluster) replace(of *crew) {
	i := of.r.IntN(len(of.members))
	of.members[i].leave()
	of.members[i] = of.start(i)
}

// cutWorker pulls the cable of a worker in the middle of its work and lets it come back when others have taken over:
// it finds that its work is not its own any more.
func (c *cluster) cutWorker() {
	i := c.workers.catch(c.workers.busy)
	c.backs[i].cut()
	defer c.backs[i].mend()
	c.workers.members[i].resume()
	c.workers.takenOver(c.workers.members[i])
}

// freezeServer stops a server for a while; its callers go elsewhere.
func (c *cluster) freezeServer() {
	p := c.servers.members[c.servers.r.IntN(len(c.servers.members))]
	p.stop()
	defer p.resume()
	time.Sleep(c.lease)
}

// cutServer takes the database and the store away from a server that callers still reach: it says that it is not
// ready, and is again when they are back.
func (c *cluster) cutServer() {
	h := c.fronts[c.servers.r.IntN(len(c.fronts))]
	h.cut()
	c.says(h, http.StatusServiceUnavailable)
	h.mend()
	c.says(h, http.StatusOK)
}

// says waits until a server's readiness is what it should be.
func (c *cluster) says(h *host, status int) {
	c.t.Helper()
	await(c.t, time.Minute, fmt.Sprintf("server %d says %d of itself", h.number, status), func() error {
		got, err := h.ask("/ready")
		if err == nil && got != status {
			err = fmt.Errorf("it says %d", got)
		}
		return err
	})
}

func (c *cluster) crashDatabase() {
	if err := c.postgres.Stop("immediate"); err != nil {
		c.t.Fatal(err)
	}
	time.Sleep(c.lease)
	if err := c.postgres.Start(); err != nil {
		c.t.Fatal(err)
	}
	for _, h := range c.fronts {
		c.says(h, http.StatusOK)
	}
}

// loseStore takes the bucket away from every host. What is accepted meanwhile may fail, by name.
func (c *cluster) loseStore(book *ledger) {
	book.doubtful()
	book.faulty(true)
	for _, way := range c.store {
		way.refuse(true)
	}
	time.Sleep(c.lease)
	for _, way := range c.store {
		way.refuse(false)
	}
	for _, h := range c.fronts {
		c.says(h, http.StatusOK)
	}
	book.faulty(false)
}
