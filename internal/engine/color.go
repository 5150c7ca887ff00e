package engine

// Lightness is how light a colour is on white paper, from 0 for black to 1.
func (c Color) Lightness() float32 {
	alpha := float32(c&0xFF) / 255
	r, g, b := float32(c>>24), float32(c>>16&0xFF), float32(c>>8&0xFF)
	return 1 - alpha*(1-(0.3*r+0.59*g+0.11*b)/255)
}

// Chroma is how far a colour is from grey, 0 to 255.
func (c Color) Chroma() int {
	r, g, b := int(c>>24), int(c>>16&0xFF), int(c>>8&0xFF)
	return max(r, g, b) - min(r, g, b)
}
