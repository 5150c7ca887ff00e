package wire

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/octavo-dev/octavo/internal/engine"
)

// fill sets every field below v to a value of its own, so that one that does not travel is missed.
func fill(v reflect.Value, next *int) {
	*next++
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i), next)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), next)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 3, 3))
		for i := range v.Len() {
			fill(v.Index(i), next)
		}
	case reflect.Map:
		v.Set(reflect.ValueOf(map[string]string{fmt.Sprint("name", *next): "value", "Title": fmt.Sprint(*next)}))
	case reflect.String:
		v.SetString(fmt.Sprint("text ü ", *next))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(*next) + 0.5)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(int64(*next))
	case reflect.Uint8:
		v.SetUint(2)
	case reflect.Uint16, reflect.Uint32:
		v.SetUint(uint64(*next))
	default:
		panic("fill " + v.Kind().String())
	}
}

// samplePage has something in every field.
func samplePage() *engine.Page {
	p := &engine.Page{}
	fill(reflect.ValueOf(p).Elem(), new(int))
	p.Rotation = 270
	for i := range p.Chars {
		p.Chars[i].Font, p.Chars[i].Element, p.Chars[i].Angle = int32(i)-1, uint16(i), 90
	}
	for i := range p.Elements {
		p.Elements[i].Parent = i - 1
	}
	for i := range p.Paths {
		p.Paths[i].Element, p.Images[i].Element = uint16(i), uint16(i)
	}
	p.Paths[1].Segments = nil
	p.Annotations[0].ReplyTo = -1
	return p
}

func sampleInfo() *engine.Info {
	i := &engine.Info{}
	fill(reflect.ValueOf(i).Elem(), new(int))
	return i
}

func sampleRaster() *engine.Raster {
	return &engine.Raster{Pixels: []byte("abcdefgh"), Width: 2, Height: 1, DPI: 71.5, Damage: "half of it"}
}

func joined(parts [][]byte) []byte { return bytes.Join(parts, nil) }

func same(t *testing.T, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("- wanted, + got\n%s", diff)
	}
}
