package pdfgen

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
)

// Deflate compresses data for a stream with /Filter/FlateDecode.
func Deflate(data []byte) []byte {
	var b bytes.Buffer
	z, _ := zlib.NewWriterLevel(&b, zlib.BestCompression) // the level is known
	_, _ = z.Write(data)                                  // a buffer takes everything
	_ = z.Close()
	return b.Bytes()
}

// pack writes streams as they are, all other objects into one stream of objects, and the cross references into another,
// whose rows are stored as differences.
func pack(out *bytes.Buffer, all []object) {
	objects, references := len(all)+1, len(all)+2
	rows := make([][7]byte, references+1)
	row := func(number int, kind byte, at, index int) {
		rows[number][0] = kind
		binary.BigEndian.PutUint32(rows[number][1:], uint32(at))
		binary.BigEndian.PutUint16(rows[number][5:], uint16(index))
	}
	var places, bodies bytes.Buffer
	n := 0
	for i, o := range all {
		if o.stream != nil {
			row(i+1, 1, out.Len(), 0)
			write(out, i+1, o)
			continue
		}
		row(i+1, 2, objects, n)
		fmt.Fprintf(&places, "%d %d ", i+1, bodies.Len())
		bodies.WriteString(o.body + "\n")
		n++
	}
	row(objects, 1, out.Len(), 0)
	write(out, objects, object{
		body:   fmt.Sprintf("/Type/ObjStm/N %d/First %d/Filter/FlateDecode", n, places.Len()),
		stream: Deflate(append(places.Bytes(), bodies.Bytes()...)),
	})
	start := out.Len()
	row(references, 1, start, 0)
	var table []byte
	for i := range rows {
		table = append(table, 2) // each byte is the difference to the one above
		for k, v := range rows[i] {
			if i > 0 {
				v -= rows[i-1][k]
			}
			table = append(table, v)
		}
	}
	write(out, references, object{
		body: fmt.Sprintf("/Type/XRef/W[1 4 2]/Size %d/Root %s/Info %s/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 7>>",
			len(rows), ref(catalog), ref(info)),
		stream: Deflate(table),
	})
	fmt.Fprintf(out, "startxref\n%d\n%%%%EOF\n", start)
}
