package picture

// exif is what camera metadata tells about how a picture is shown.
type exif struct {
	orientation orientation
	dpi         [2]float64
}

// readEXIF reads the first directory of EXIF data, which is laid out like a TIFF file. What cannot be read is left
// unsaid: a picture does not depend on it.
func readEXIF(s source) exif {
	t, err := openTIFF(s)
	if err != nil {
		return exif{}
	}
	d, err := t.directory(t.first)
	if err != nil {
		return exif{}
	}
	return exif{orientation: orientation(d.number(tagOrientation, 1)), dpi: d.resolution()}
}
