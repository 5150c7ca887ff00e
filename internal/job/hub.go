package job

import "sync"

// Hub carries wake-ups inside one process: there is work in a queue, a job has ended. Wake-ups may be lost or
// repeated; whoever needs one also polls.
type Hub struct {
	mu   sync.Mutex
	next int
	work map[int]func(Queue)
	done map[int]func(ids []string)
}

// NewHub returns a hub nobody listens to yet.
func NewHub() *Hub {
	return &Hub{work: map[int]func(Queue){}, done: map[int]func([]string){}}
}

// OnWork calls fn whenever a queue may have new work, until stop is called. fn must not block.
func (h *Hub) OnWork(fn func(Queue)) (stop func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.next++
	key := h.next
	h.work[key] = fn
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.work, key)
	}
}

// OnDone calls fn with the ids of jobs that have reached a final state, until stop is called. fn must not block.
func (h *Hub) OnDone(fn func(ids []string)) (stop func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.next++
	key := h.next
	h.done[key] = fn
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.done, key)
	}
}

// Work says that the queue may have new work.
func (h *Hub) Work(q Queue) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, fn := range h.work {
		fn(q)
	}
}

// Done says that the jobs have reached a final state.
func (h *Hub) Done(ids ...string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, fn := range h.done {
		fn(ids)
	}
}
