package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/octavo-dev/octavo/internal/schema"
)

// Leaf says what stands in the place of a leaf whose value is written as it is.
type Leaf func(n *Node, value json.RawMessage) (json.RawMessage, error)

// Write writes the tree as JSON in the order of the schema. What was not found is null where the schema requires or
// allows that, and left out elsewhere. Leaf may be nil: leaves are then their values.
func (n *Node) Write(to io.Writer, leaf Leaf) error {
	w := writer{out: bufio.NewWriter(to), leaf: leaf}
	w.node(n, true)
	return errors.Join(w.err, w.out.Flush())
}

// Leaves counts what Write writes as leaves: scalars, nulls, and arrays and objects that are empty.
func (n *Node) Leaves() int {
	count := 0
	w := writer{out: bufio.NewWriter(io.Discard), leaf: func(*Node, json.RawMessage) (json.RawMessage, error) {
		count++
		return nil, nil
	}}
	w.node(n, true)
	return count
}

// Walk calls visit for every leaf that was found, with the path to it: "items[2].price".
func (n *Node) Walk(visit func(path string, leaf *Node)) { n.walk("", visit) }

func (n *Node) walk(path string, visit func(string, *Node)) {
	switch n.shape() {
	case schema.Object:
		for _, m := range n.Members {
			below := m.Name
			if path != "" {
				below = path + "." + m.Name
			}
			m.Node.walk(below, visit)
		}
	case schema.Array:
		for i, item := range n.Items {
			item.walk(fmt.Sprintf("%s[%d]", path, i), visit)
		}
	default:
		if n.Value != nil {
			visit(path, n)
		}
	}
}

// shape is Object, Array, or Any for a leaf. A field of no type takes the shape of what was found.
func (n *Node) shape() schema.Kind {
	switch {
	case n.Members != nil:
		return schema.Object
	case n.Items != nil:
		return schema.Array
	case n.Field != nil && !n.Field.IsLeaf():
		return n.Field.Kind
	}
	return schema.Any
}

// Found reports whether the tree holds any value.
func (n *Node) Found() bool {
	for _, m := range n.Members {
		if m.Node.Found() {
			return true
		}
	}
	return len(n.Items) > 0 || n.Value != nil
}

// shown reports whether a property is written.
func (n *Node) shown() bool {
	return n.Field != nil && (n.Field.Required || n.Field.Nullable) || n.Found()
}

// writer writes a tree and keeps the first error; that of the stream shows when it is flushed.
type writer struct {
	out  *bufio.Writer
	leaf Leaf
	err  error
}

func (w *writer) node(n *Node, root bool) {
	switch n.shape() {
	case schema.Object:
		w.object(n, root)
	case schema.Array:
		w.array(n)
	default:
		w.value(n, n.Value)
	}
}

// object writes the members that are shown. One without any is a leaf, unless it is the whole.
func (w *writer) object(n *Node, root bool) {
	var shown []Member
	for _, m := range n.Members {
		if m.Node.shown() {
			shown = append(shown, m)
		}
	}
	if len(shown) == 0 && !root {
		w.value(n, struct{}{})
		return
	}
	w.put("{")
	for i, m := range shown {
		if i > 0 {
			w.put(",")
		}
		w.put(string(w.encode(m.Name)))
		w.put(":")
		w.node(m.Node, false)
	}
	w.put("}")
}

func (w *writer) array(n *Node) {
	if len(n.Items) == 0 {
		w.value(n, []int{})
		return
	}
	w.put("[")
	for i, item := range n.Items {
		if i > 0 {
			w.put(",")
		}
		w.node(item, false)
	}
	w.put("]")
}

func (w *writer) value(n *Node, v any) {
	raw := w.encode(v)
	if w.leaf == nil || w.err != nil {
		w.put(string(raw))
		return
	}
	leaf, err := w.leaf(n, raw)
	if err != nil {
		w.err = err
		return
	}
	w.put(string(leaf))
}

func (w *writer) put(s string) { _, _ = w.out.WriteString(s) }

// encode writes a value without escaping what only HTML needs escaped.
func (w *writer) encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil && w.err == nil {
		w.err = fmt.Errorf("write value: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
