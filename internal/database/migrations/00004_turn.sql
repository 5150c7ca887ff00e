-- +goose Up

-- A claim must not be planned over this index, which would have it read and sort the whole line: where PostgreSQL knows
-- nothing of a table yet, it takes this one for as good as tasks_claim. Only who asks for lanes from 0 can use it.
DROP INDEX tasks_turn;
CREATE INDEX tasks_turn ON tasks (queue, lane, org, turn) WHERE state = 'queued' AND lane >= 0;

-- +goose Down
DROP INDEX tasks_turn;
CREATE INDEX tasks_turn ON tasks (queue, lane, org, turn) WHERE state = 'queued';
