package golden

import "github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"

var scripts = []page{
	{"script-hebrew", onSheet(func(s *pdfgen.Sheet) {
		undo := s.With(pdfgen.Regular, 18)
		s.Right(540, 90, "ספר הנמל")
		undo()
		y := 125.0
		for _, l := range []string{"הנמל נבנה בשלוש שנים בידי אנשים שלא ראו את הים מימיהם ולא ידעו לשוט בו", "כל אבן הובאה במורד הנהר על רפסודה ורבות מהן שוכבות עדיין על קרקעיתו", "איש אינו יודע מי שילם על העבודה"} {
			s.Right(540, y, l)
			y += 14
		}
		y += 10
		for _, l := range []string{"בחורף הקרח עבה כל כך שעגלות יכולות לחצות את המפרץ מצד אל צד ובחזרה", "המועצה מחזיקה ספר שבו נרשם גובה המים"} {
			s.Right(540, y, l)
			y += 14
		}
	})},
	{"script-hebrew-columns", onSheet(func(s *pdfgen.Sheet) {
		lines := []string{"הנמל נבנה בשלוש שנים בידי אנשים", "שלא ראו את הים מימיהם ולא ידעו", "כל אבן הובאה במורד הנהר על גבי", "רפסודה ורבות מהן שוכבות עדיין על", "קרקעיתו של הנהר הרחב והשקט הזה"}
		other := []string{"בחורף הקרח עבה כל כך עד שעגלות", "יכולות לחצות את המפרץ מצד אל צד", "המועצה מחזיקה ספר שבו נרשם גובה", "המים מדי בוקר וכמה מן הדפים שלו", "חסרים ואחרים נכתבו בידי ילדים"}
		for i := range lines {
			s.Right(540, 100+14*float64(i), lines[i])
			s.Right(290, 100+14*float64(i), other[i])
		}
	})},
	{"script-cjk", onSheet(func(s *pdfgen.Sheet) {
		undo := s.With(pdfgen.Regular, 18)
		s.Text(72, 90, "港口的历史")
		undo()
		y := s.Lines(72, 125, "这座港口是由从未见过大海的人们用了三年时间建造起来的石头都是", "用木筏沿着河流运下来的其中许多至今仍然躺在河床上没有人知道是谁", "支付了这项工程的费用。")
		s.Lines(72, y+10, "到了冬天冰层变得非常厚马车可以从海湾的一边走到另一边去看望住在", "那里的亲戚。")
	})},
	{"script-mixed", onSheet(func(s *pdfgen.Sheet) {
		y := s.Paragraph(72, 90, 468, prose(0, 4))
		s.Right(540, y+14, "הנמל נבנה בשלוש שנים בידי אנשים שלא ראו את הים")
		s.Paragraph(72, y+42, 468, prose(5, 4))
	})},
	{"script-accents", onSheet(func(s *pdfgen.Sheet) {
		head(s, 72, 90, 16, "Über die Brücke")
		s.Ragged(72, 115, 440, "Größe und Gewicht: die Äbtissin zählte „zwölf“ Körbe – für 30 € je Stück. Çà et là, l’été s’achève à Besançon; años después, señor Núñez volvió.")
	})},
}
