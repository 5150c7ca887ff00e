package pdfout

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Image is a picture ready to be written.
type Image struct {
	data          []byte
	filter, space string
	width, height int
}

// quality keeps print sharp at about a tenth of a lossless image's size.
const quality = 80

// JPEG packs pixels with small losses.
func JPEG(r *engine.Raster) (Image, error) {
	if err := check(r); err != nil {
		return Image{}, err
	}
	bounds := image.Rect(0, 0, r.Width, r.Height)
	var picture image.Image = &image.RGBA{Pix: r.Pixels, Stride: 4 * r.Width, Rect: bounds}
	space := "DeviceRGB"
	if r.Grey {
		picture, space = &image.Gray{Pix: r.Pixels, Stride: r.Width, Rect: bounds}, "DeviceGray"
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, picture, &jpeg.Options{Quality: quality}); err != nil {
		return Image{}, fmt.Errorf("pack page image: %w", err)
	}
	return Image{b.Bytes(), "DCTDecode", space, r.Width, r.Height}, nil
}

// Lossless packs pixels as they are.
func Lossless(r *engine.Raster) (Image, error) {
	if err := check(r); err != nil {
		return Image{}, err
	}
	pixels, space := r.Pixels, "DeviceGray"
	if !r.Grey {
		space = "DeviceRGB"
		pixels = make([]byte, 0, len(r.Pixels)/4*3)
		for i := 0; i < len(r.Pixels); i += 4 {
			pixels = append(pixels, r.Pixels[i:i+3]...)
		}
	}
	return Image{deflate(pixels), "FlateDecode", space, r.Width, r.Height}, nil
}

// FromJPEG takes a JPEG file in grey or colour as it is, without looking at the turn that its EXIF may ask for.
func FromJPEG(file []byte) (Image, error) {
	c, err := jpeg.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return Image{}, fmt.Errorf("read JPEG: %w", err)
	}
	space := ""
	switch c.ColorModel {
	case color.GrayModel:
		space = "DeviceGray"
	case color.YCbCrModel:
		space = "DeviceRGB"
	default:
		return Image{}, fmt.Errorf("read JPEG: neither grey nor RGB")
	}
	return Image{file, "DCTDecode", space, c.Width, c.Height}, nil
}

func check(r *engine.Raster) error {
	bytes := 4
	if r.Grey {
		bytes = 1
	}
	if r.Width < 1 || r.Height < 1 || len(r.Pixels) != r.Width*r.Height*bytes {
		return fmt.Errorf("pack page image: %d bytes for %d × %d pixels", len(r.Pixels), r.Width, r.Height)
	}
	return nil
}

func (i Image) entries() (string, error) {
	if i.data == nil {
		return "", fmt.Errorf("it has no image")
	}
	return fmt.Sprintf("/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/%s/BitsPerComponent 8/Filter/%s",
		i.width, i.height, i.space, i.filter), nil
}
