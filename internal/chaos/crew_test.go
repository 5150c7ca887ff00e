package chaos

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// crew is the workers of an installation.
type crew struct {
	in      *installation
	r       *rand.Rand
	members []*process
	start   func(place int) *process
}

func newCrew(in *installation, r *rand.Rand) *crew {
	return hire(in, r, crewSize, func(int) *process { return in.worker() })
}

// hire starts a member in every place.
func hire(in *installation, r *rand.Rand, places int, start func(place int) *process) *crew {
	c := &crew{in: in, r: r, start: start}
	for place := range places {
		c.members = append(c.members, start(place))
	}
	return c
}

// spare is the last attempt: a job that loses it fails, as it should. That is the poison test's business; here a
// worker that holds such a job is left alone.
const spare = 3

// catch freezes a worker at a random moment, and another one until it fits.
func (c *crew) catch(fits func(p *process) bool) int {
	c.in.t.Helper()
	for range 200 {
		i := c.r.IntN(len(c.members))
		time.Sleep(time.Duration(c.r.IntN(200)) * time.Millisecond)
		c.members[i].stop()
		if fits(c.members[i]) {
			return i
		}
		c.members[i].resume()
	}
	c.in.t.Fatal("no worker could be caught")
	return 0
}

// kill kills a worker and starts another in its place.
func (c *crew) kill() {
	c.in.t.Helper()
	i := c.catch(func(p *process) bool {
		_, attempts := c.in.holds(p)
		return attempts < spare
	})
	c.members[i].kill()
	c.members[i] = c.start(i)
}

// freeze stops a worker in the middle of its work until others have taken it over. One that was stopped inside a
// transaction on the file all share is not meant: it holds everybody up, and nobody could take anything over.
func (c *crew) freeze() {
	c.in.t.Helper()
	p := c.members[c.catch(c.busy)]
	defer p.resume()
	c.takenOver(p)
}

// busy fits a worker that holds something and may lose it.
func (c *crew) busy(p *process) bool {
	tasks, attempts := c.in.holds(p)
	return tasks > 0 && attempts < spare && c.in.writable()
}

// takenOver waits until others have everything that a worker held.
func (c *crew) takenOver(p *process) {
	c.in.t.Helper()
	await(c.in.t, c.in.lease+noticed, "others take over", func() error {
		if tasks, _ := c.in.holds(p); tasks > 0 {
			return fmt.Errorf("%s still holds %d tasks", p.name, tasks)
		}
		return nil
	})
}
