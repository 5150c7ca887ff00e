package api

// Redact returns the caller's bytes with the value of every document_password replaced by "***". The body must be
// JSON that Validate has read.
func Redact(body []byte) string { return string(redact(nil, body)) }

func redact(out, b []byte) []byte {
	for i := 0; i < len(b); {
		if b[i] != '"' {
			out = append(out, b[i])
			i++
			continue
		}
		e := endText(b, i)
		out = append(out, b[i:e]...)
		v := valueOfKey(b, e)
		if v > 0 && b[v] != 'n' && isPassword(b[i:e]) {
			out = append(append(out, b[e:v]...), `"***"`...)
			e = end(b, v)
		}
		i = e
	}
	return out
}

// isPassword reports whether a quoted key is the one field to hide.
func isPassword(key []byte) bool {
	return len(key) >= len(passwordKey)+2 && unquote(key) == passwordKey
}

// valueOfKey returns where the value starts when the string that ends at i is a key, else 0.
func valueOfKey(b []byte, i int) int {
	for ; i < len(b); i++ {
		switch b[i] {
		case ' ', '\n', '\r', '\t':
		case ':':
			return skip(b, i+1)
		default:
			return 0
		}
	}
	return 0
}

// liteHomes are the objects that may ask for a lite parse beside the body itself.
var liteHomes = []string{"settings", "options", "advanced_options", "experimental_options"}

// Lite reports whether a body that Validate has read asks for a lite parse, in any of the places the interface allows.
func Lite(body []byte) bool {
	body = trim(body)
	if asksLite(body) {
		return true
	}
	for _, home := range liteHomes {
		if asksLite(field(body, home)) {
			return true
		}
	}
	return false
}

func asksLite(v []byte) bool {
	if len(v) == 0 || v[0] != '{' {
		return false
	}
	if isTrue(field(v, "use_lite")) {
		return true
	}
	lite := field(v, "lite")
	return len(lite) > 0 && lite[0] == '{' && isTrue(field(lite, "enabled"))
}

// isTrue reads a boolean as laxly as any other field.
func isTrue(v []byte) bool {
	if len(v) == 0 {
		return false
	}
	return string(from().boolean(v, nil)) == "true"
}
