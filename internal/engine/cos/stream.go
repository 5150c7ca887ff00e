package cos

import (
	"bytes"
	"compress/zlib"
	"io"
)

// unpack gives the data of a stream that is stored plainly or deflated.
func (f *File) unpack(s Stream) ([]byte, bool) {
	length, ok := integer(f.resolve(s.Dict["Length"]))
	if !ok || length > mostUnpacked {
		return nil, false
	}
	data := f.read(s.at, length)
	if int64(len(data)) != length {
		return nil, false
	}
	filter, parameters := f.resolve(s.Dict["Filter"]), f.resolve(s.Dict["DecodeParms"])
	if all, isList := filter.([]any); isList && len(all) <= 1 {
		filter = nil
		if len(all) == 1 {
			filter = f.resolve(all[0])
		}
	}
	if all, isList := parameters.([]any); isList && len(all) == 1 {
		parameters = f.resolve(all[0])
	}
	switch filter {
	case nil:
		return data, true
	case Name("FlateDecode"):
		return f.inflate(data, parameters)
	default:
		return nil, false
	}
}

func (f *File) inflate(data []byte, parameters any) ([]byte, bool) {
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, false
	}
	limit := min(mostUnpacked, f.budget)
	// What was read before an error counts: many streams end without their checksum.
	out, err := io.ReadAll(io.LimitReader(z, limit+1))
	f.budget -= int64(len(out))
	if int64(len(out)) > limit || err != nil && len(out) == 0 {
		return nil, false
	}
	dict, _ := parameters.(Dict)
	switch predictor, _ := integer(dict["Predictor"]); {
	case predictor <= 1:
		return out, true
	case predictor >= 10:
		return unpredicted(out, dict)
	default:
		return nil, false
	}
}

// unpredicted undoes the predictors of PNG for rows of bytes, where a pixel is one byte.
func unpredicted(data []byte, parameters Dict) ([]byte, bool) {
	columns, ok := integer(parameters["Columns"])
	if !ok {
		columns = 1
	}
	for _, name := range []Name{"Colors", "BitsPerComponent"} {
		if v, has := integer(parameters[name]); has && v != map[Name]int64{"Colors": 1, "BitsPerComponent": 8}[name] {
			return nil, false
		}
	}
	if columns < 1 || columns > 1<<16 {
		return nil, false
	}
	width := int(columns)
	above := make([]byte, width)
	out := make([]byte, 0, len(data))
	for len(data) > width {
		row := bytes.Clone(data[1 : width+1])
		for i := range row {
			var left, corner byte
			if i > 0 {
				left, corner = row[i-1], above[i-1]
			}
			switch data[0] {
			case 1:
				row[i] += left
			case 2:
				row[i] += above[i]
			case 3:
				row[i] += byte((int(left) + int(above[i])) / 2)
			case 4:
				row[i] += paeth(left, above[i], corner)
			}
		}
		out = append(out, row...)
		above, data = row, data[width+1:]
	}
	return out, true
}

// paeth is the neighbour nearest to left + above - corner.
func paeth(left, above, corner byte) byte {
	distance := func(a, b byte) int { return max(int(a), int(b)) - min(int(a), int(b)) }
	toLeft, toAbove := distance(above, corner), distance(left, corner)
	toCorner := int(left) + int(above) - 2*int(corner)
	toCorner = max(toCorner, -toCorner)
	switch {
	case toLeft <= toAbove && toLeft <= toCorner:
		return left
	case toAbove <= toCorner:
		return above
	default:
		return corner
	}
}
