package object

import "context"

// FindArtifact returns the newest artifact of a kind that a job of the organization left. An attempt that was
// lost may have left an older one.
func (s *Store) FindArtifact(ctx context.Context, org, jobID, kind string) (Object, error) {
	return s.one(ctx, missingObject(), `org = $1 AND job_id = $2 AND kind = $3 AND state = $4 ORDER BY created_at DESC, id DESC LIMIT 1`,
		org, jobID, kind, stored)
}
