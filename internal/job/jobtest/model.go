package jobtest

import "testing"

func model(t *testing.T, r *rig) {}
