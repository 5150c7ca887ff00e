package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"slices"
)

// The writers of the formats, as small as the tests allow.

func asPNG(m image.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func asJPEG(m image.Image) []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 100}); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func asGIF(m *image.Paletted, more ...*image.Paletted) []byte {
	var b bytes.Buffer
	all := append([]*image.Paletted{m}, more...)
	if err := gif.EncodeAll(&b, &gif.GIF{Image: all, Delay: make([]int, len(all))}); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func little(values ...any) []byte {
	var b bytes.Buffer
	for _, v := range values {
		if err := binary.Write(&b, binary.LittleEndian, v); err != nil {
			panic(err)
		}
	}
	return b.Bytes()
}

// asDIB writes a bitmap header, its palette and rows; a height below zero stands for rows from the top.
func asDIB(w, h, bits int, packing uint32, palette, pixels []byte) []byte {
	head := little(uint32(40), int32(w), int32(h), uint16(1), uint16(bits), packing, uint32(len(pixels)),
		int32(11811), int32(11811), uint32(0), uint32(0))
	return slices.Concat(head, palette, pixels)
}

func asBMP(w, h, bits int, packing uint32, palette, pixels []byte) []byte {
	body := asDIB(w, h, bits, packing, palette, pixels)
	return slices.Concat([]byte("BM"), little(uint32(14+len(body)), uint32(0), uint32(14+40+len(palette))), body)
}

// fromBelow turns the rows around and fills each to four bytes.
func fromBelow(pixels []byte, stride int) []byte {
	var out []byte
	for at := len(pixels) - stride; at >= 0; at -= stride {
		row := append(slices.Clone(pixels[at:at+stride]), make([]byte, (4-stride%4)%4)...)
		out = append(out, row...)
	}
	return out
}

func bgrPalette(p color.Palette) []byte {
	var out []byte
	for _, c := range p {
		n := color.NRGBAModel.Convert(c).(color.NRGBA)
		out = append(out, n.B, n.G, n.R, 0)
	}
	return out
}

// asPSD writes channels one after the other.
func asPSD(w, h, depth, mode int, palette []byte, runs bool, channels ...[]byte) []byte {
	var out bytes.Buffer
	put := func(values ...any) {
		for _, v := range values {
			_ = binary.Write(&out, binary.BigEndian, v)
		}
	}
	put([]byte("8BPS"), uint16(1), make([]byte, 6), uint16(len(channels)), uint32(h), uint32(w), uint16(depth), uint16(mode))
	put(uint32(len(palette)), palette)
	resolution := slices.Repeat([]byte{0, 200, 0, 0, 0, 1, 0, 1}, 2)
	put(uint32(2*12+2+16), []byte("8BIM"), uint16(1000), uint16(0), uint32(1), uint16(0)) // an odd length is filled up
	put([]byte("8BIM"), uint16(1005), uint16(0), uint32(16), resolution)
	put(uint32(0))
	if !runs {
		put(uint16(0), slices.Concat(channels...))
		return out.Bytes()
	}
	put(uint16(1))
	var rows [][]byte
	for _, c := range channels {
		for stride := len(c) / h; len(c) > 0; c = c[stride:] {
			rows = append(rows, packBitsPacked(c[:stride]))
			put(uint16(len(rows[len(rows)-1])))
		}
	}
	put(slices.Concat(rows...))
	return out.Bytes()
}

// asPCX writes rows whose planes follow each other.
func asPCX(w, h, bits, planes, stride int, header, tail, rows []byte) []byte {
	head := little([]byte{10, 5, 1, byte(bits)}, uint16(0), uint16(0), uint16(w-1), uint16(h-1), uint16(300), uint16(300))
	head = append(head, make([]byte, 128-len(head))...)
	copy(head[16:], header)
	head[65] = byte(planes)
	copy(head[66:], little(uint16(stride)))
	for i := 0; i < len(rows); {
		n := 1
		for n < 63 && i+n < len(rows) && rows[i+n] == rows[i] {
			n++
		}
		if n > 1 || rows[i] >= 0xC0 {
			head = append(head, 0xC0|byte(n))
		}
		head = append(head, rows[i])
		i += n
	}
	return append(head, tail...)
}

func asDCX(pages ...[]byte) []byte {
	list, at := []byte{0xB1, 0x68, 0xDE, 0x3A}, 4*(len(pages)+2)
	for _, p := range pages {
		list = append(list, little(uint32(at))...)
		at += len(p)
	}
	return slices.Concat(list, make([]byte, 4), slices.Concat(pages...))
}

func asCursor(pictures ...[]byte) []byte {
	out, at := little(uint16(0), uint16(2), uint16(len(pictures))), 6+16*len(pictures)
	for i, p := range pictures {
		out = append(out, little([]byte{byte(16 * i), byte(16 * i), 0, 0}, uint32(0), uint32(len(p)), uint32(at))...)
		at += len(p)
	}
	return append(out, slices.Concat(pictures...)...)
}

func asPixar(m image.Image) []byte {
	head := make([]byte, 1024)
	copy(head, "\x80\xe8\x00\x00")
	copy(head[416:], little(uint16(m.Bounds().Dy()), uint16(m.Bounds().Dx()), uint32(0), uint16(14), uint16(2)))
	return append(head, samplesOf(m, rgbBytes)...)
}

func asFTEX(w, h, kind int, data []byte) []byte {
	return slices.Concat([]byte("FTEX"), little(uint32(1), uint32(w), uint32(h), uint32(1), uint32(1), uint32(kind), uint32(32), uint32(len(data))), data)
}

func asPNM(kind, w, h, highest int, body []byte) []byte {
	head := fmt.Sprintf("P%d # made by a test\n%d\t%d\n", kind, w, h)
	if kind != 1 && kind != 4 {
		head += fmt.Sprintf("# the brightest\n%d\n", highest)
	}
	return append([]byte(head), body...)
}

// asWebP writes the green of a lossless picture of two colours without packing it further.
func asWebP(m *image.Gray) []byte {
	w := &lowBits{}
	w.put(uint32(m.Rect.Dx()-1), 14)
	w.put(uint32(m.Rect.Dy()-1), 14)
	w.put(0, 1+3+1+1+1)                           // no alpha, version 0; no transform, no cache, no groups
	w.put(1|1<<1|1<<2|0<<3|255<<11, 1+1+1+8+8)    // green is 0 or 255
	for _, only := range []uint32{0, 0, 255, 0} { // red, blue, alpha, distance
		w.put(1|0<<1|1<<2|only<<3, 1+1+1+8)
	}
	for _, v := range m.Pix {
		w.put(uint32(v&1), 1)
	}
	body := append([]byte{0x2F}, w.out...)
	if len(body)%2 == 1 {
		body = append(body, 0)
	}
	return slices.Concat([]byte("RIFF"), little(uint32(12+len(body))), []byte("WEBPVP8L"), little(uint32(len(body))), body)
}

// lowBits writes from the least significant bit on.
type lowBits struct {
	out  []byte
	have int
}

func (w *lowBits) put(v uint32, n int) {
	for i := range n {
		if w.have%8 == 0 {
			w.out = append(w.out, 0)
		}
		w.out[w.have/8] |= byte(v>>i&1) << (w.have % 8)
		w.have++
	}
}
