package distill_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/schema"
)

func parseAny(text string) (*schema.Field, error) { return schema.Parse(json.RawMessage(text)) }

// answers are JSON values that may be answers.
func answers(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		if depth == 0 || rapid.IntRange(0, 3).Draw(t, "leaf") == 0 {
			return rapid.SampledFrom([]string{
				"null", "true", "7", "-1e999", `"row"`, "{}", "[]",
				`{"value":"same","block":2}`, `{"value":"12","block":-3}`, `{"value":true,"block":1}`, `{"value":"Page head 1","block":4e9}`,
				`{"value":"2","block":0}`, `{"value":null,"block":1}`, `{"value":"gone","block":null}`,
				`{"claim":0,"verdict":"wrong","value":"row","block":2,"reason":"r"}`, `{"claim":1,"verdict":"right","value":null,"block":null,"reason":null}`,
			}).Draw(t, "scalar")
		}
		inner := rapid.SliceOfN(answers(depth-1), 0, 4).Draw(t, "inner")
		if rapid.Bool().Draw(t, "list") {
			return "[" + strings.Join(inner, ",") + "]"
		}
		names := rapid.Permutation([]string{"title", "names", "rows", "id", "group", "number", "lines", "x", "y", "z", "checks", "extra"}).Draw(t, "names")
		for i := range inner {
			inner[i] = fmt.Sprintf("%q:%s", names[i], inner[i])
		}
		return "{" + strings.Join(inner, ",") + "}"
	})
}
