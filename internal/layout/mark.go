package layout

// combiningOf gives the combining form of accents that fonts draw as characters of their own.
func combiningOf(r rune) rune {
	switch r {
	case '´', 'ˊ':
		return 0x301
	case '`', 'ˋ':
		return 0x300
	case '¨':
		return 0x308
	case 'ˆ', '^':
		return 0x302
	case '˜', '~':
		return 0x303
	case '¸':
		return 0x327
	case 'ˇ':
		return 0x30C
	case '˘':
		return 0x306
	case '˚', '°':
		return 0x30A
	case '˙':
		return 0x307
	case '˝':
		return 0x30B
	case '¯':
		return 0x304
	case '˛':
		return 0x328
	}
	return 0
}

// marks puts accents that are drawn over a letter behind it, as combining characters.
func marks(row []glyph) {
	for i := range row {
		if !row[i].is(accent) {
			continue
		}
		m := combiningOf(row[i].r)
		centre := (row[i].u0 + row[i].u1) / 2
		if i+1 < len(row) && over(centre, &row[i+1]) && !(i > 0 && over(centre, &row[i-1]) && m == 0) {
			if m != 0 {
				row[i].r = m
			}
			row[i], row[i+1] = row[i+1], row[i]
			row[i].u0, row[i+1].u0 = min(row[i].u0, row[i+1].u0), row[i].u0
		} else if i > 0 && m != 0 && over(centre, &row[i-1]) {
			row[i].r = m
		}
	}
}

func over(centre float32, g *glyph) bool {
	return g.is(letter) && centre > g.u0 && centre < g.u1
}
