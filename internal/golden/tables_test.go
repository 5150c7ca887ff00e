package golden

import (
	"fmt"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

var tables = []page{
	{"table-ruled", onSheet(func(s *pdfgen.Sheet) {
		s.Paragraph(72, 90, 468, prose(0, 3))
		s.Text(72, 150, "Table 1. Height of the water in feet")
		xs := []float64{72, 192, 292, 392, 492}
		grid(s, xs, steps(160, 18, 6))
		undo := s.With(pdfgen.Bold, 10)
		rows(s, 173, 18, steps(78, 0, 1), "Month")
		rows(s, 173, 18, []float64{198, 298, 398}, "Lowest|Mean|Highest")
		undo()
		rows(s, 191, 18, []float64{78, 198, 298, 398}, "January|1.2|2.0|3.4", "April|1.9|2.8|4.4", "July|0.8|1.1|1.9", "October|1.5|2.2|3.0")
		s.Paragraph(72, 290, 468, prose(6, 4))
	})},
	{"table-booktabs", onSheet(func(s *pdfgen.Sheet) {
		s.Paragraph(72, 90, 468, prose(4, 3))
		for _, y := range []float64{150, 168, 260} {
			s.Line(100, y, 512, y)
		}
		rows(s, 163, 16, []float64{106, 250, 340, 430}, "Vessel|Length|Crew|Built")
		rows(s, 182, 16, []float64{106, 250, 340, 430}, "Heron|31.5|6|1871", "Old Margaret|28.0||1864", "Tern||4|1902", "Northern Star|44.2|11|", "Petrel|19.7|3|1899")
		s.Paragraph(72, 300, 468, prose(9, 4))
	})},
	{"table-borderless", onSheet(func(s *pdfgen.Sheet) {
		s.Paragraph(72, 90, 468, prose(7, 3))
		xs := []float64{90, 230, 320, 410}
		undo := s.With(pdfgen.Bold, 10)
		rows(s, 160, 15, xs, "Parish|Houses|People|Sheep")
		undo()
		rows(s, 175, 15, xs, "Northcove|112|540|1,240", "Millbank|87|390|2,105", "Easter Hill|45|201|3,870", "Sandgate|131|655|410", "Low Ferry|29|118|95", "Grey Abbey|64|277|1,033")
		s.Paragraph(72, 300, 468, prose(12, 4))
	})},
	{"table-shaded", onSheet(func(s *pdfgen.Sheet) {
		for i := range 6 {
			if i%2 == 0 {
				s.Fill(72, 100+18*float64(i), 440, 18, pdfgen.Grey)
			}
		}
		rows(s, 113, 18, []float64{78, 240, 340, 440}, "Good|Unit|Price|Stock", "Rope|fathom|0.40|310", "Tar|barrel|6.25|12", "Canvas|yard|1.10|88", "Lamp oil|gallon|2.05|41", "Nails|pound|0.35|520")
	})},
	{"table-dark-head", onSheet(func(s *pdfgen.Sheet) {
		s.Fill(72, 100, 440, 20, pdfgen.Blue)
		s.Color = pdfgen.White
		rows(s, 114, 20, []float64{78, 240, 340, 440}, "Quarter|Income|Expenses|Result")
		s.Color = pdfgen.Black
		rows(s, 134, 20, []float64{78, 240, 340, 440}, "First|1,204|980|224", "Second|1,377|1,011|366", "Third|1,120|1,242|–122", "Fourth|1,590|1,105|485")
		s.Line(72, 200, 512, 200)
	})},
	{"table-nested-head", onSheet(func(s *pdfgen.Sheet) {
		xs := []float64{72, 172, 252, 332, 412, 492}
		ys := steps(100, 18, 7)
		for _, y := range append([]float64{100}, ys[2:]...) {
			s.Line(72, y, 492, y)
		}
		s.Line(172, 118, 492, 118)
		for i, x := range xs {
			top := 100.0
			if i == 2 || i == 4 {
				top = 118
			}
			s.Line(x, top, x, 208)
		}
		s.Centre(252, 113, "Summer")
		s.Centre(412, 113, "Winter")
		s.Text(78, 122, "Station")
		for i, x := range []float64{212, 292, 372, 452} {
			s.Centre(x, 131, []string{"Day", "Night", "Day", "Night"}[i])
		}
		for r, row := range [][5]string{{"Tower", "17", "11", "3", "–2"}, {"Mill", "19", "12", "4", "–1"}, {"Quay", "16", "12", "4", "1"}, {"Hill", "14", "8", "–1", "–6"}} {
			y := 149 + 18*float64(r)
			s.Text(78, y, row[0])
			for i, x := range []float64{212, 292, 372, 452} {
				s.Centre(x, y, row[i+1])
			}
		}
	})},
	{"table-row-spans", onSheet(func(s *pdfgen.Sheet) {
		for _, x := range []float64{72, 172, 332, 432} {
			s.Line(x, 100, x, 226)
		}
		for i, y := range steps(100, 18, 8) {
			from := 172.0
			if i < 2 || i == 4 || i == 7 {
				from = 72
			}
			s.Line(from, y, 432, y)
		}
		rows(s, 113, 18, []float64{78, 178, 338}, "Route|Stop|Minutes", "|Market|0", "|Mill|7", "|Tower|15", "|Quay|0", "|Abbey|22", "|Hill|41")
		s.Text(78, 149, "Green line")
		s.Text(78, 203, "Blue line")
	})},
	{"table-multi-line", onSheet(func(s *pdfgen.Sheet) {
		xs := []float64{72, 172, 402, 512}
		grid(s, xs, []float64{100, 118, 160, 202, 232})
		rows(s, 113, 0, []float64{78, 178, 408}, "Task|What is to be done|Who")
		s.Text(78, 131, "Roof")
		s.Ragged(178, 131, 218, "Take off the slates on the northern side and put back those that are whole.")
		s.Text(408, 131, "Mason")
		s.Text(78, 173, "Cellar")
		s.Ragged(178, 173, 218, "Pump it dry, then find out where the water comes from, and wall that up.")
		s.Ragged(408, 173, 100, "Mason and carpenter")
		s.Text(78, 215, "Door")
		s.Text(178, 215, "Oil the hinges.")
		s.Text(408, 215, "Anybody")
	})},
	{"table-in-column", onSheet(func(s *pdfgen.Sheet) {
		s.Paragraph(60, 90, 235, prose(0, 22))
		y := s.Paragraph(317, 90, 235, prose(5, 6))
		s.Text(317, y+12, "Table 3: Boats by year")
		y += 22
		for _, dy := range []float64{0, 16, 82} {
			s.Line(317, y+dy, 552, y+dy)
		}
		rows(s, y+12, 16, []float64{321, 400, 480}, "Year|Boats|Men", "1870|31|112", "1880|44|160", "1890|52|171", "1900|47|139")
		s.Paragraph(317, y+110, 235, prose(11, 9))
	})},
	{"table-turned", onSheet(func(s *pdfgen.Sheet) {
		for r, row := range [][4]string{{"Name", "Born", "Trade", "House"}, {"Ada", "1831", "smith", "12"}, {"Bert", "1840", "baker", "3"}, {"Cora", "1844", "weaver", "27"}, {"Dan", "1850", "miller", "9"}} {
			for c, cell := range row {
				s.Turned(120+22*float64(r), 600-100*float64(c), 90, cell)
			}
		}
		for i := range 6 {
			x := 105 + 22*float64(i)
			s.Line(x, 610, x, 220)
		}
		for i := range 5 {
			y := 610 - 97.5*float64(i)
			s.Line(105, y, 215, y)
		}
	})},
	{"table-two", onSheet(func(s *pdfgen.Sheet) {
		for k, top := range []float64{110, 330} {
			s.Text(72, top-10, fmt.Sprintf("Table %d. Loads of the %s ferry", k+1, []string{"old", "new"}[k]))
			grid(s, []float64{72, 202, 302, 402}, steps(top, 18, 5))
			rows(s, top+13, 18, []float64{78, 208, 308}, "Day|Carts|Sheep", "Monday|12|40", "Tuesday|9|0", "Friday|21|77")
			s.Paragraph(72, top+100, 468, prose(6*k, 4))
		}
	})},
	{"table-groups", onSheet(func(s *pdfgen.Sheet) {
		for _, y := range []float64{100, 118, 246} {
			s.Line(72, y, 472, y)
		}
		rows(s, 113, 16, []float64{78, 300, 400}, "Item|1899|1900")
		undo := s.With(pdfgen.Bold, 10)
		s.Text(78, 132, "Income")
		s.Text(78, 196, "Expenses")
		undo()
		xs := []float64{90, 300, 400}
		rows(s, 148, 16, xs, "Tolls|812|790", "Rents|240|255", "Fines|17|31")
		rows(s, 212, 16, xs, "Wages|511|530", "Repairs|188|402")
	})},
	{"table-continued", func(f *pdfgen.File) {
		for n := range 2 {
			s := pdfgen.NewSheet(f)
			top := 80.0
			if n == 0 {
				s.Paragraph(72, 90, 468, prose(3, 30))
				top = 540
			}
			count := []int{9, 6}[n]
			grid(s, []float64{72, 222, 322, 422}, steps(top, 18, count+2))
			rows(s, top+13, 18, []float64{78, 228, 328}, "Ship|Tons|Year")
			for i := range count {
				k := 9*n + i
				rows(s, top+31+18*float64(i), 18, []float64{78, 228, 328}, fmt.Sprintf("Ship %c|%d|%d", 'A'+k, 100+7*k, 1850+k))
			}
			if n == 1 {
				s.Paragraph(72, 250, 468, prose(1, 5))
			}
			s.Add()
		}
	}},
	{"table-decimals", onSheet(func(s *pdfgen.Sheet) {
		s.Text(72, 100, "Weights of the bells")
		for _, y := range []float64{110, 128, 214} {
			s.Line(72, y, 400, y)
		}
		rows(s, 123, 0, []float64{78}, "Bell")
		s.Right(260, 123, "Pounds")
		s.Right(390, 123, "Share")
		for i, row := range [][3]string{{"Great", "11,204.5", "61.3 %"}, {"Second", "4,390.0", "24.0 %"}, {"Third", "1,875.2", "10.3 %"}, {"Small", "812.9", "4.4 %"}, {"Sum", "18,282.6", "100.0 %"}} {
			y := 142 + 16*float64(i)
			s.Text(78, y, row[0])
			s.Right(260, y, row[1])
			s.Right(390, y, row[2])
		}
	})},
}
