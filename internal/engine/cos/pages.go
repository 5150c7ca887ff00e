package cos

// node is a branch of the page tree.
type node struct {
	kids  []any
	count int
}

// page finds the page with so many pages before it below an object of the page tree, nil for none.
func (f *File) page(at any, before, depth int) Dict {
	ref, ok := at.(Ref)
	if !ok || depth > mostDepth {
		return nil
	}
	n, leaf := f.node(ref)
	if n == nil {
		if before == 0 {
			return leaf
		}
		return nil
	}
	// A branch with as many pages as children has no branches below it, so that none has to be looked at.
	if n.count == len(n.kids) {
		if before >= n.count {
			return nil
		}
		return f.page(n.kids[before], 0, depth+1)
	}
	for _, kid := range n.kids {
		below := f.count(kid)
		if before < below {
			return f.page(kid, before, depth+1)
		}
		before -= below
	}
	return nil
}

// node reads a branch, or the page that stands there instead.
func (f *File) node(ref Ref) (*node, Dict) {
	const mostKept = 4096
	if n, ok := f.kids[ref.Number]; ok {
		return n, nil
	}
	dict, _ := f.resolve(ref).(Dict)
	kids, isBranch := f.resolve(dict["Kids"]).([]any)
	if !isBranch {
		f.counts[ref.Number] = 1
		return nil, dict
	}
	count, _ := integer(f.resolve(dict["Count"]))
	n := &node{kids, int(min(count, 1<<31))}
	if len(f.kids) < mostKept {
		f.kids[ref.Number] = n
	}
	f.counts[ref.Number] = n.count
	return n, nil
}

func (f *File) count(at any) int {
	ref, ok := at.(Ref)
	if !ok {
		return 0
	}
	if n, known := f.counts[ref.Number]; known {
		return n
	}
	f.node(ref)
	return f.counts[ref.Number]
}

// Page is one page: its own dictionary, and the same with what it has from the branches above it.
type Page struct {
	Ref  Ref
	Own  Dict
	Full Dict
}

// inherited are the entries that a page may have from above.
var inherited = []Name{"Resources", "MediaBox", "CropBox", "Rotate"}

// Pages are all pages in order, up to a number; ok is false where the page tree is not sound.
func (f *File) Pages(most int) (all []Page, ok bool) {
	root := f.catalog()
	if root == nil {
		return nil, false
	}
	seen := map[Ref]bool{}
	var walk func(v any, above Dict, depth int) bool
	walk = func(v any, above Dict, depth int) bool {
		ref, isRef := v.(Ref)
		own, isDict := f.resolve(v).(Dict)
		if !isRef || !isDict || depth > mostDepth || seen[ref] || len(all) >= most {
			return false
		}
		seen[ref] = true
		below := Dict{}
		for _, name := range inherited {
			if v, has := own[name]; has {
				below[name] = v
			} else if v, has := above[name]; has {
				below[name] = v
			}
		}
		kids, isBranch := f.resolve(own["Kids"]).([]any)
		if !isBranch {
			for name, v := range own {
				below[name] = v
			}
			all = append(all, Page{ref, own, below})
			return true
		}
		for _, kid := range kids {
			if !walk(kid, below, depth+1) {
				return false
			}
		}
		return true
	}
	ok = walk(root["Pages"], nil, 0)
	return all, ok
}
