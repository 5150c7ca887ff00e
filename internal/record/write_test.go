package record_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/schema"
)

func leaf(f schema.Field, v any) *record.Node { return &record.Node{Field: &f, Value: v} }

func object(f schema.Field, members ...record.Member) *record.Node {
	f.Kind = schema.Object
	return &record.Node{Field: &f, Members: members}
}

func array(f schema.Field, items ...*record.Node) *record.Node {
	f.Kind = schema.Array
	return &record.Node{Field: &f, Items: items}
}

func TestWrite(t *testing.T) {
	required, nullable, plain := schema.Field{Required: true}, schema.Field{Nullable: true}, schema.Field{}
	for _, c := range []struct {
		name          string
		node          *record.Node
		values, cited string
		leaves        int
	}{
		{"Empty", object(plain), `{}`, `{}`, 0},
		{
			"NotFound", object(plain,
				record.Member{"a", leaf(required, nil)}, record.Member{"b", leaf(nullable, nil)}, record.Member{"c", leaf(plain, nil)},
				record.Member{"d", array(required)}, record.Member{"e", array(plain)},
				record.Member{"f", object(required, record.Member{"g", leaf(required, nil)}, record.Member{"h", leaf(plain, nil)})},
				record.Member{"i", object(required, record.Member{"j", leaf(plain, nil)})},
				record.Member{"k", object(plain, record.Member{"l", leaf(required, nil)})}),
			`{"a":null,"b":null,"d":[],"f":{"g":null},"i":{}}`, `{"a":<null>,"b":<null>,"d":<[]>,"f":{"g":<null>},"i":<{}>}`, 5,
		},
		{
			"Values", object(plain,
				record.Member{"z", leaf(plain, "<ä & \"b\">")}, record.Member{"a", leaf(plain, json.Number("12.50"))}, record.Member{"m", leaf(plain, false)},
				record.Member{"list", array(plain, leaf(plain, "x"), leaf(plain, nil))},
				record.Member{"inner", object(plain, record.Member{"n", leaf(required, nil)}, record.Member{"o", leaf(plain, "p")})}),
			`{"z":"<ä & \"b\">","a":12.50,"m":false,"list":["x",null],"inner":{"n":null,"o":"p"}}`,
			`{"z":<"<ä & \"b\">">,"a":<12.50>,"m":<false>,"list":[<"x">,<null>],"inner":{"n":<null>,"o":<"p">}}`, 7,
		},
		{
			"WithoutSchema", &record.Node{Members: []record.Member{{"k", &record.Node{Value: "v"}}, {"gone", &record.Node{}}}},
			`{"k":"v"}`, `{"k":<"v">}`, 1,
		},
		{
			"OfNoType", object(plain, record.Member{"a", &record.Node{Field: &plain, Items: []*record.Node{leaf(plain, true)}}}),
			`{"a":[true]}`, `{"a":[<true>]}`, 1,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var values, cited strings.Builder
			if err := c.node.Write(&values, nil); err != nil || values.String() != c.values {
				t.Errorf("%v: %s", err, &values)
			}
			err := c.node.Write(&cited, func(_ *record.Node, v json.RawMessage) (json.RawMessage, error) {
				return json.RawMessage(fmt.Sprintf("<%s>", v)), nil
			})
			if err != nil || cited.String() != c.cited {
				t.Errorf("%v: %s", err, &cited)
			}
			if n := c.node.Leaves(); n != c.leaves {
				t.Errorf("%d leaves", n)
			}
		})
	}
	if err := leaf(plain, json.Number("1e")).Write(io.Discard, nil); err == nil {
		t.Error("a number that is none: no error")
	}
	broken := errors.New("broken")
	fails := func(*record.Node, json.RawMessage) (json.RawMessage, error) { return nil, broken }
	if err := leaf(plain, "x").Write(io.Discard, fails); !errors.Is(err, broken) {
		t.Errorf("a leaf that fails: %v", err)
	}
}

func TestWalk(t *testing.T) {
	plain := schema.Field{}
	root := object(plain,
		record.Member{"a", leaf(plain, "x")}, record.Member{"b", leaf(plain, nil)},
		record.Member{"c", array(plain, object(plain, record.Member{"d", leaf(plain, true)}))})
	var got []string
	root.Walk(func(path string, n *record.Node) { got = append(got, fmt.Sprint(path, "=", n.Value)) })
	if diff := cmp.Diff([]string{"a=x", "c[0].d=true"}, got); diff != "" {
		t.Error(diff)
	}
}
