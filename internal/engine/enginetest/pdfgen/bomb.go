package pdfgen

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
)

// repeated is what Deflate gives for data so many times over, or nearly, without taking its time: blocks that do not
// look back to those before them are written again and again.
func repeated(data []byte, times int) []byte {
	var block bytes.Buffer
	z, _ := flate.NewWriter(&block, flate.BestCompression) // the level is known
	_, _ = z.Write(data)                                   // a buffer takes everything
	_ = z.Flush()
	out := append([]byte{0x78, 0xDA}, bytes.Repeat(block.Bytes(), times)...)
	out = append(out, 0x03, 0x00) // an empty last block
	return binary.BigEndian.AppendUint32(out, adler(data, times))
}

// adler is the checksum of data so many times over.
func adler(data []byte, times int) uint32 {
	const modulus = 65521
	// For one piece: the sum of its bytes, and the sum of those sums.
	sum, sums := uint64(0), uint64(0)
	for _, c := range data {
		sum = (sum + uint64(c)) % modulus
		sums = (sums + sum) % modulus
	}
	a, b := uint64(1), uint64(0)
	for range times {
		b = (b + sums + a*(uint64(len(data))%modulus)) % modulus
		a = (a + sum) % modulus
	}
	return uint32(b<<16 | a)
}
