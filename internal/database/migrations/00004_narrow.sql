-- +goose Up

-- PostgreSQL takes a small index for a short way to a few tasks, also where it leads past all that went through the table
-- lately: a claim was planned over tasks_turn, which has it read and sort the whole line, and the end of a job over
-- tasks_lease instead of its id. Nobody else asks for lanes from 0 and for leases above 0, so nobody else can use them now.
DROP INDEX tasks_turn;
DROP INDEX tasks_lease;
CREATE INDEX tasks_turn ON tasks (queue, lane, org, turn) WHERE state = 'queued' AND lane >= 0;
CREATE INDEX tasks_lease ON tasks (lease_until) WHERE state = 'running' AND lease_until > 0;

-- +goose Down
DROP INDEX tasks_lease;
DROP INDEX tasks_turn;
CREATE INDEX tasks_turn ON tasks (queue, lane, org, turn) WHERE state = 'queued';
CREATE INDEX tasks_lease ON tasks (lease_until) WHERE state = 'running';
