package picture

import "image/color"

// The meanings of samples.
const (
	tiffWhiteIsZero = 0
	tiffBlackIsZero = 1
	tiffRGB         = 2
	tiffPalette     = 3
	tiffMask        = 4
	tiffCMYK        = 5
	tiffYCbCr       = 6
)

// painter chooses how samples become colours, and tells whether they are all grey.
func (p *tiffPage) painter() (func(to, samples []byte), bool, error) {
	need, ok := map[int]int{tiffWhiteIsZero: 1, tiffBlackIsZero: 1, tiffRGB: 3, tiffPalette: 1, tiffMask: 1, tiffCMYK: 4, tiffYCbCr: 3}[p.photometric]
	if sub := p.list(tagSubsampling, 2); p.photometric == tiffYCbCr && (len(sub) < 2 || sub[0]*sub[1] != 1) {
		ok = false
	}
	switch {
	case !ok:
		return nil, false, unsupported("TIFF files with colours of kind %d are not supported", p.photometric)
	case p.samples < need:
		return nil, false, corrupt("its colours are incomplete")
	case p.photometric == tiffPalette:
		return p.indexed()
	}
	alpha := func([]byte) byte { return 255 }
	if p.alpha != 0 && p.samples > need {
		alpha = func(s []byte) byte { return s[need] }
	}
	n := p.samples
	switch p.photometric {
	case tiffRGB:
		return func(to, s []byte) {
			for ; len(to) > 0; to, s = to[4:], s[n:] {
				if a := alpha(s); p.alpha == 1 && a != 255 {
					rest := 255 - int(a)
					putRGBA(to, byte(min(int(s[0])+rest, 255)), byte(min(int(s[1])+rest, 255)), byte(min(int(s[2])+rest, 255)), 255)
				} else {
					putRGBA(to, s[0], s[1], s[2], a)
				}
			}
		}, false, nil
	case tiffCMYK:
		return func(to, s []byte) {
			for ; len(to) > 0; to, s = to[4:], s[n:] {
				putCMYK(to, s[0], s[1], s[2], s[3])
			}
		}, false, nil
	case tiffYCbCr:
		return func(to, s []byte) {
			for ; len(to) > 0; to, s = to[4:], s[n:] {
				r, g, b := color.YCbCrToRGB(s[0], s[1], s[2])
				putRGBA(to, r, g, b, 255)
			}
		}, false, nil
	}
	invert := byte(0)
	if p.photometric == tiffWhiteIsZero {
		invert = 255
	}
	return func(to, s []byte) {
		for i := range to {
			to[i] = over(s[i*n]^invert, alpha(s[i*n:]))
		}
	}, true, nil
}

// indexed paints through the colour map.
func (p *tiffPage) indexed() (func(to, samples []byte), bool, error) {
	if p.bits > 8 {
		return nil, false, unsupported("TIFF files with palettes of %d bits are not supported", p.bits)
	}
	size := 1 << p.bits
	values := p.list(tagColorMap, int64(3*size))
	if len(values) < 3*size {
		return nil, false, corrupt("its palette is cut off")
	}
	shift := 0 // some programs write 8 bits where 16 belong
	for _, v := range values {
		if v > 255 {
			shift = 8
		}
	}
	var colours palette
	for i := range size {
		part := func(n int) byte { return byte(values[n*size+i] >> shift) }
		putRGBA(colours[i][:], part(0), part(1), part(2), 255)
	}
	n := p.samples
	if colours.grey(size) {
		return func(to, s []byte) {
			for i := range to {
				to[i] = colours[s[i*n]][0]
			}
		}, true, nil
	}
	return func(to, s []byte) {
		for i := range len(to) / 4 {
			*(*[4]byte)(to[4*i:]) = colours[s[i*n]]
		}
	}, false, nil
}
