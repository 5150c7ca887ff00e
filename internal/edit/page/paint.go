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
	own["Resources"] = with(u, p, resources)
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

// resources are those that a page has now, be it from above.
func resources(u *cos.Update, p cos.Page) cos.Dict {
	if own := u.Dict(u.Dict(p.Ref)["Resources"]); own != nil {
		return own
	}
	return u.Dict(p.Full["Resources"])
}

// with is the resources of a page and more of them. Those of a page may be shared with others, so they are copied.
func with(u *cos.Update, p cos.Page, more cos.Dict) cos.Dict {
	out := maps.Clone(resources(u, p))
	if out == nil {
		out = cos.Dict{}
	}
	for kind, v := range more {
		all := maps.Clone(u.Dict(out[kind]))
		if all == nil {
			all = cos.Dict{}
		}
		maps.Copy(all, v.(cos.Dict))
		out[kind] = all
	}
	return out
}
