package match

// curve says how often values of a score were right, measured on the development sets by eval/extract and drawn in
// docs/confidence.md: what is said to be right in eight of ten cases should be. Between its points it is straight.
var curve = []struct{ score, right float64 }{
	{0, 0}, {0.25, 0.35}, {0.35, 0.52}, {0.45, 0.64}, {0.55, 0.79}, {0.75, 0.85}, {0.85, 0.89}, {1, 0.97},
}

// sure is how often values of a score are right.
func sure(score float64) float64 {
	for i := 1; i < len(curve); i++ {
		if a, b := curve[i-1], curve[i]; score <= b.score {
			return a.right + (b.right-a.right)*(score-a.score)/(b.score-a.score)
		}
	}
	return curve[len(curve)-1].right
}
