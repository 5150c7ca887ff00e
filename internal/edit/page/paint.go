package page

import (
	"maps"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine/cos"
)

// Paint draws more over a page, from the state that a page begins with. Resources are by kind and name; names must be
// ones that the page does not have.
func Paint(u *cos.Update, p cos.Page, content []byte, resources cos.Dict) {
	own := maps.Clone(u.Dict(p.Ref))
	own["Resources"] = with(u, having(u, p), resources)
	var all []any
	switch v := u.Value(own["Contents"]).(type) {
	case []any:
		all = slices.Clone(v)
	case cos.Stream:
		all = []any{own["Contents"]}
	}
	all = append([]any{u.Add(cos.Stream{Data: []byte("q\n")})}, all...)
	own["Contents"] = append(all, u.Add(cos.Stream{Data: append([]byte("\nQ\n"), content...)}))
	u.Set(p.Ref, own)
}

// having is the resources that a page has now, be it from above.
func having(u *cos.Update, p cos.Page) cos.Dict {
	if own := u.Dict(u.Dict(p.Ref)["Resources"]); own != nil {
		return own
	}
	return u.Dict(p.Full["Resources"])
}

// with is resources and more of them, by kind and name; nil takes one away. They may be shared, so they are copied.
func with(u *cos.Update, resources, more cos.Dict) cos.Dict {
	out := maps.Clone(resources)
	if out == nil {
		out = cos.Dict{}
	}
	for kind, v := range more {
		all := maps.Clone(u.Dict(out[kind]))
		if all == nil {
			all = cos.Dict{}
		}
		maps.Copy(all, v.(cos.Dict))
		maps.DeleteFunc(all, func(_ cos.Name, v any) bool { return v == nil })
		out[kind] = all
	}
	return out
}
