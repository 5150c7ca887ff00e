package app_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
)

// mutate spoils a file in one to four ways. Other is where foreign pieces come from.
func mutate(r *rand.Rand, data, other []byte) []byte {
	data = slices.Clone(data)
	for range 1 + r.IntN(4) {
		data = mutations[r.IntN(len(mutations))](r, data, other)
		if len(data) == 0 {
			return data
		}
	}
	return data
}

var mutations = []func(r *rand.Rand, data, other []byte) []byte{
	flipBytes, cut, splice, changeNumber, changeField, repeatObject, swapStreams, insertNoise, dropPiece,
}

func flipBytes(r *rand.Rand, data, _ []byte) []byte {
	for range 1 + r.IntN(20) {
		data[r.IntN(len(data))] ^= byte(1 + r.IntN(255))
	}
	return data
}

func cut(r *rand.Rand, data, _ []byte) []byte { return data[:r.IntN(len(data))] }

// splice puts a piece of another file over or into this one.
func splice(r *rand.Rand, data, other []byte) []byte {
	from, to := piece(r, other)
	at := r.IntN(len(data))
	if r.IntN(2) == 0 {
		copy(data[at:], other[from:to])
		return data
	}
	return slices.Insert(data, at, other[from:to]...)
}

func piece(r *rand.Rand, data []byte) (from, to int) {
	from = r.IntN(len(data))
	return from, from + r.IntN(min(len(data)-from, 4096)+1)
}

var number = regexp.MustCompile(`-?[0-9]+`)

// changeNumber writes another number in place of one that is written in digits.
func changeNumber(r *rand.Rand, data, _ []byte) []byte {
	all := number.FindAllIndex(data, -1)
	if len(all) == 0 {
		return data
	}
	at := all[r.IntN(len(all))]
	values := []int64{-1, 0, 1, 2, 3, 7, 255, 65_535, 65_536, 1 << 31, 1<<31 - 1, 1 << 32, 99_999_999_999, -(1 << 31), r.Int64N(100), r.Int64N(1 << 40)}
	return slices.Replace(data, at[0], at[1], strconv.AppendInt(nil, values[r.IntN(len(values))], 10)...)
}

// changeField overwrites two or four bytes with a number that a length or a size would rather not be.
func changeField(r *rand.Rand, data, _ []byte) []byte {
	values := []uint32{0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff, r.Uint32()}
	field := binary.BigEndian.AppendUint32(nil, values[r.IntN(len(values))])
	if r.IntN(2) == 0 {
		slices.Reverse(field)
	}
	if r.IntN(2) == 0 {
		field = field[:2]
	}
	copy(data[r.IntN(len(data)):], field)
	return data
}

var object = regexp.MustCompile(`(?s)\d+ 0 obj.*?endobj\n?`)

// repeatObject puts an object of a PDF file, or any piece of another file, in a second place.
func repeatObject(r *rand.Rand, data, _ []byte) []byte {
	from, to := piece(r, data)
	if all := object.FindAllIndex(data, -1); len(all) > 0 {
		at := all[r.IntN(len(all))]
		from, to = at[0], at[1]
	}
	return slices.Insert(data, r.IntN(len(data)), slices.Clone(data[from:to])...)
}

var stream = regexp.MustCompile(`(?s)stream\n(.*?)\nendstream`)

// swapStreams lets two streams of a PDF file, or two halves of a piece of another file, change places.
func swapStreams(r *rand.Rand, data, _ []byte) []byte {
	all := stream.FindAllSubmatchIndex(data, -1)
	if len(all) < 2 {
		from, to := piece(r, data)
		middle := (from + to) / 2
		return slices.Concat(data[:from], data[middle:to], data[from:middle], data[to:])
	}
	i := r.IntN(len(all) - 1)
	a, b := all[i][2:4], all[i+1+r.IntN(len(all)-i-1)][2:4]
	return slices.Concat(data[:a[0]], data[b[0]:b[1]], data[a[1]:b[0]], data[a[0]:a[1]], data[b[1]:])
}

func insertNoise(r *rand.Rand, data, _ []byte) []byte {
	noise := make([]byte, 1+r.IntN(64))
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	if r.IntN(4) == 0 {
		noise = bytes.Repeat(noise[:1], 1+r.IntN(5000))
	}
	return slices.Insert(data, r.IntN(len(data)), noise...)
}

func dropPiece(r *rand.Rand, data, _ []byte) []byte {
	from, to := piece(r, data)
	return slices.Delete(data, from, to)
}
