package layout

import "testing"

func TestLevelled(t *testing.T) {
	for angle, want := range map[float64]float64{0: 0, 0.7: 0, 359.2: 0, 2.9: 0, 5: 5, 90: 90, 91: 90, 180: 180, 269: 270, 315: 315} {
		if got := levelled(angle); got != want {
			t.Errorf("%v: %v, want %v", angle, got, want)
		}
	}
}
