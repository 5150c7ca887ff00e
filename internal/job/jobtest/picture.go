package jobtest

import "github.com/octavo-dev/octavo/internal/job"

// sketch is a job as the model sees it. waits counts the parts a main task waits for, -1 when it does not.
type sketch struct {
	id      string
	state   job.State
	attempt int
	limited bool
	waits   int
	tasks   map[int]*piece
}

// piece is a task: held is its claim, nil when it is queued or waits.
type piece struct {
	attempt int
	held    *job.Task
	expired bool
	lost    bool // its worker died with it, once or more
}

type picture struct {
	r     *rig
	order []*sketch
	jobs  map[string]*sketch
	old   []job.Task // claims that were lost or used up
}

const modelCeiling = 2

func (m *picture) active() (n int) {
	for _, j := range m.order {
		if j.limited && !j.state.Final() && j.state != job.Idle {
			n++
		}
	}
	return n
}

func (m *picture) promote() {
	for _, j := range m.order {
		if j.state == job.Idle && m.active() < modelCeiling {
			j.state = job.Pending
		}
	}
}

// end makes a job final: its claims are worth nothing any more.
func (m *picture) end(j *sketch, to job.State) {
	for _, p := range j.tasks {
		if p.held != nil {
			m.old = append(m.old, *p.held)
		}
	}
	j.state, j.tasks, j.waits = to, nil, -1
	if j.limited {
		m.promote()
	}
}
