package section

import "math"

// What tells whether a new document begins.
const (
	cueAlways = iota
	cueOpens
	cueEnds
	cueFollows
	cueBreaks
	cuePlainly
	cueLater
	cueLost
	cueFirst
	cueSecond
	cueSize
	cueTurned
	cueNature
	cueRunning
	cueNoRunning
	cueOnward
	cueJoined
	cueMarks
	cueAnew
	cueTitle
	cueAlike
	cueLetters
	cueHeld
	cueChanged
	cueKept
	cueTongue
	cueRest
	cueBlank
	cueAfter
	cueContinued
	cues
)

// cuesOf measures all of them, each between 0 and 1.
func (r *rarity) cuesOf(a, b *leaf) [cues]float64 {
	var v [cues]float64
	v[cueAlways] = 1
	c := count(a.labels, b.labels)
	v[cueOpens], v[cueEnds], v[cueFollows], v[cueBreaks] = one(c.opens), one(c.ends), one(c.follows), one(c.breaks)
	v[cuePlainly], v[cueLater], v[cueLost] = one(c.plainly && !c.follows), one(c.later), one(c.lost)
	v[cueFirst], v[cueSecond] = one(c.first), one(c.second)
	v[cueSize], v[cueTurned] = resized(a, b)
	v[cueNature] = one(a.one.Pages[0].Native != b.one.Pages[0].Native)
	v[cueRunning] = repeated(a.edges, b.edges)
	v[cueNoRunning] = one(v[cueRunning] == 0)
	v[cueOnward] = one(b.onward)
	v[cueJoined] = one(a.begun && b.onward)
	v[cueMarks] = one(a.marks.last > 0 && b.marks.first == a.marks.last+1)
	v[cueAnew] = one(b.marks.first == 1)
	v[cueTitle] = b.titled(a)
	v[cueAlike] = min(2*r.alike(a, b), 1)
	v[cueLetters] = min(abs(math.Log(a.em/b.em)), 0.5) * 2
	same, changed := held(a.ids, b.ids)
	v[cueHeld], v[cueChanged] = one(same > 0), one(same == 0 && changed > 0)
	v[cueKept] = one(kept(a.ids, b.ids))
	v[cueTongue] = one(a.tongue != b.tongue && a.tongue != "" && b.tongue != "")
	v[cueRest] = a.rest
	v[cueBlank], v[cueAfter] = one(b.blank()), one(a.blank())
	v[cueContinued] = one(b.continued())
	return v
}

func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// resized tells whether the paper changes: its size, or only how it lies.
func resized(a, b *leaf) (size, turned float64) {
	aw, ah := a.size()
	bw, bh := b.size()
	if alikeIn(aw, bw) && alikeIn(ah, bh) {
		return 0, 0
	}
	if alikeIn(aw, bh) && alikeIn(ah, bw) {
		return 0, 1
	}
	return 1, 0
}

// alikeIn allows for what scanners cut off.
func alikeIn(a, b float64) bool { return abs(a-b) <= 0.01*max(a, b) }

// weights are what the cues say in log-odds. They were fitted to many joined documents and rounded; those that were rare
// there are guesses, and page numbers that say what is what are believed.
var weights = [cues]float64{
	cueAlways:    -2.7,
	cueOpens:     5.0,
	cueEnds:      1.0,
	cueFollows:   -4.0,
	cueBreaks:    0.8,
	cuePlainly:   -1.6,
	cueLater:     -0.8,
	cueLost:      0.6,
	cueFirst:     0.7,
	cueSecond:    -0.6,
	cueSize:      2.8,
	cueTurned:    0.5,
	cueNature:    1.6,
	cueRunning:   -0.5,
	cueNoRunning: 0.8,
	cueOnward:    -0.8,
	cueJoined:    -0.8,
	cueMarks:     -1.0,
	cueAnew:      0.6,
	cueTitle:     2.0,
	cueAlike:     -1.9,
	cueLetters:   1.3,
	cueHeld:      -0.4,
	cueChanged:   0.4,
	cueKept:      -0.2,
	cueTongue:    1.3,
	cueRest:      1.2,
	cueBlank:     -1.2,
	cueAfter:     0.3,
	cueContinued: -1.0,
}

// between weighs all that tells whether a new document begins with b, as log-odds.
func (r *rarity) between(a, b *leaf) float64 {
	if a.document != b.document {
		return certain
	}
	odds := 0.0
	for i, v := range r.cuesOf(a, b) {
		odds += v * weights[i]
	}
	return min(max(odds, -certain), certain)
}

// certain are the odds of what nobody doubts.
const certain = 12
