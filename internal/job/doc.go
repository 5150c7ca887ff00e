// Package job holds the job state machine and the runner that works on the tasks behind it.
//
// A job is what a caller sees. Its states and the moves between them, each of which is a compare-and-set on the
// stored state:
//
//	from                   on                                              to
//	–                      submitted                                       Pending, or Idle without room under a ceiling
//	Idle                   room for the tenant and the organization        Pending
//	Idle, Pending          waited too long                                 Failed: CAPACITY_TIMEOUT
//	Pending                a worker claims its task                        InProgress, attempt + 1
//	InProgress             its worker shuts down on purpose                Pending, attempt restored
//	InProgress, Completing lease expired or retriable failure              Pending, while attempts are left
//	InProgress             failure for good, or attempts used up           Failed
//	InProgress             work done                                       Completing
//	Completing             result stored                                   Completed
//	Completing             result cannot be stored                         Failed
//	Idle, Pending,         cancelled                                       Cancelled
//	InProgress
//	InProgress             time limit                                      Failed: TIMEOUT, CUSTOMER_TIMEOUT
//
// Completed, Failed and Cancelled are final; only deletion and expiry follow them. A job that goes from one stage
// to the next, or waits for its page batches, stays InProgress.
//
// A task is what a worker claims. A job has one main task until it ends, and further ones for page batches. A
// claim is a mark in the task's row that is different every time, and it lasts as long as its lease is renewed.
// Whoever ends or moves a task shows the mark; when the claim is gone the answer is ErrLost and the work is dropped. A
// cancelled job loses its tasks at once, so that cancelling is the same as losing the claim.
//
// A task that was lost with its worker is claimed by a worker of its own from then on, because it may be what killed it.
package job
