-- +goose Up

-- pipelines are chains of steps that the operators of an organization define. Jobs hold copies of what they run.
CREATE TABLE pipelines (
    org        TEXT NOT NULL,
    id         TEXT NOT NULL,
    name       TEXT NOT NULL,
    version    INTEGER NOT NULL,
    definition TEXT NOT NULL,          -- JSON
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (org, id)
);

-- +goose Down
DROP TABLE pipelines;
