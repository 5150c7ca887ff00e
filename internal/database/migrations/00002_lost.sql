-- +goose Up

-- A task that was lost with its worker is claimed in another way than the others, so it stands in an index of its own.
ALTER TABLE tasks ADD COLUMN lost BOOLEAN NOT NULL DEFAULT FALSE;
DROP INDEX tasks_claim;
CREATE INDEX tasks_claim ON tasks (queue, lane, turn, created_at, job_id, part) WHERE state = 'queued' AND NOT lost;
CREATE INDEX tasks_lost ON tasks (queue, lane, attempt, created_at, job_id, part) WHERE state = 'queued' AND lost;

-- +goose Down
DROP INDEX tasks_lost;
DROP INDEX tasks_claim;
ALTER TABLE tasks DROP COLUMN lost;
CREATE INDEX tasks_claim ON tasks (queue, lane, turn, created_at, job_id, part) WHERE state = 'queued';
