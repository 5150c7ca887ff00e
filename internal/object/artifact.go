package object

import "context"

// FindNamed returns the artifact of a kind and name that a job of the organization left.
func (s *Store) FindNamed(ctx context.Context, org, jobID, kind, filename string) (Object, error) {
	return s.one(ctx, missingObject(), `org = $1 AND job_id = $2 AND kind = $3 AND filename = $4 AND state = $5 ORDER BY created_at DESC, id DESC LIMIT 1`,
		org, jobID, kind, filename, stored)
}

// FindArtifact returns the newest artifact of a kind that a job of the organization left. An attempt that was
// lost may have left an older one.
func (s *Store) FindArtifact(ctx context.Context, org, jobID, kind string) (Object, error) {
	return s.one(ctx, missingObject(), `org = $1 AND job_id = $2 AND kind = $3 AND state = $4 ORDER BY created_at DESC, id DESC LIMIT 1`,
		org, jobID, kind, stored)
}
