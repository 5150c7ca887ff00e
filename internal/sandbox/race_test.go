//go:build race

package sandbox

// The race detector reserves more address space than any bound allows.
const raceEnabled = true
