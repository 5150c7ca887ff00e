package edit

import (
	"fmt"
	"strings"
)

// accepts is the value that a field gets for what an action gives it, or why it takes none.
func (f *Field) accepts(a Action, value string) (string, string) {
	switch f.Kind {
	case CheckBox:
		switch a.Kind {
		case Check:
			return "true", ""
		case Uncheck:
			return "false", ""
		}
		if on, known := Bool(value); known {
			return fmt.Sprint(on), ""
		}
		return "", fmt.Sprintf("the box %q is either checked or not", shorten(f.called()))
	case Radio, Dropdown, ListBox:
		return f.option(a, value)
	}
	switch a.Kind {
	case Uncheck:
		return "", ""
	case Check:
		return "X", ""
	}
	return strings.Join(Values(value), ", "), ""
}

// option is the option that a value names.
func (f *Field) option(a Action, value string) (string, string) {
	if a.Kind == Uncheck {
		return "", ""
	}
	if f.Kind == ListBox {
		var out []string
		for _, v := range Values(value) {
			o, ok := f.Choose(v)
			if !ok {
				return "", f.offers(v)
			}
			out = append(out, o.Value)
		}
		if len(out) == 1 {
			return out[0], ""
		}
		return List(out), ""
	}
	if o, ok := f.Choose(value); ok {
		return o.Value, ""
	}
	if o, ok := f.resembling(value); ok {
		return o.Value, ""
	}
	if f.Free {
		return value, ""
	}
	return "", f.offers(value)
}

// resembling is the only option whose words are similar to a value.
func (f *Field) resembling(value string) (Option, bool) {
	words, best := key(value), -1
	score := Enough
	for i, o := range f.Options[:min(len(f.Options), maxOptions)] {
		if s := max(similarity(words, key(o.Label)), similarity(words, key(o.Value))); s > score {
			best, score = i, s
		}
	}
	if best < 0 {
		return Option{}, false
	}
	return f.Options[best], true
}

func (f *Field) offers(value string) string {
	return fmt.Sprintf("%q is no option of %q", shorten(value), shorten(f.called()))
}

// called is what a reader calls the field.
func (f *Field) called() string {
	for _, name := range []string{f.Label, f.Name, f.Section} {
		if name != "" {
			return name
		}
	}
	return f.ID
}
