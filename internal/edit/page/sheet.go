package page

import (
	"maps"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine/cos"
)

// Turn turns a page clockwise by quarters.
func Turn(u *cos.Update, p cos.Page, quarters int) {
	own := maps.Clone(u.Dict(p.Ref))
	turn := int(u.Number(p.Full["Rotate"])/90) + quarters
	own["Rotate"] = 90 * ((turn%4 + 4) % 4)
	u.Set(p.Ref, own)
}

// Drop takes pages out of the file. The branches of the page tree keep their places, so that nothing else has to change.
func Drop(u *cos.Update, gone map[cos.Ref]bool) {
	_, root := u.Root()
	var walk func(v any, depth int) (pages int)
	walk = func(v any, depth int) int {
		ref, ok := v.(cos.Ref)
		dict := u.Dict(v)
		kids := u.Array(dict["Kids"])
		if !ok || depth > 64 {
			return 0
		}
		if kids == nil {
			if gone[ref] {
				return 0
			}
			return 1
		}
		left, count := []any{}, 0
		for _, kid := range kids {
			n := walk(kid, depth+1)
			if n > 0 {
				left = append(left, kid)
			}
			count += n
		}
		if len(left) < len(kids) || count != int(u.Number(dict["Count"])) {
			dict = maps.Clone(dict)
			dict["Kids"], dict["Count"] = left, count
			u.Set(ref, dict)
		}
		return count
	}
	walk(root["Pages"], 0)
}

// Append adds an empty page of the size of another to the end of the file.
func Append(u *cos.Update, like cos.Page) cos.Page {
	_, root := u.Root()
	ref, _ := root["Pages"].(cos.Ref)
	tree := maps.Clone(u.Dict(ref))
	frame := NewFrame(u, like.Full)
	own := cos.Dict{
		"Type": cos.Name("Page"), "Parent": ref, "MediaBox": frame.Box.Array(), "CropBox": frame.Box.Array(), "Rotate": 90 * frame.Turn, "Resources": cos.Dict{},
	}
	p := cos.Page{Ref: u.Add(own), Own: own, Full: own}
	kids := slices.Clone(u.Array(tree["Kids"]))
	tree["Kids"] = append(kids, p.Ref)
	tree["Count"] = int(u.Number(tree["Count"])) + 1
	u.Set(ref, tree)
	return p
}
