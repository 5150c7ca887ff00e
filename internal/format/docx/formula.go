package docx

import (
	"strings"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/markup"
)

// formula writes an equation as text in one line.
func (s *story) formula(string) {
	if !s.visible() {
		return
	}
	s.write(math(s.r), look{})
}

// drawn is the text of a paragraph of a drawing.
func drawn(r *markup.Reader) string {
	var b strings.Builder
	for name := range r.Children() {
		switch name {
		case "a:r", "a:fld":
			for inner := range r.Children() {
				if inner == "a:t" {
					b.WriteString(r.String(maxPiece))
				}
			}
		case "a:br":
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// maxPiece bounds one piece of text in a formula or drawing.
const maxPiece = 64 << 10

// math writes what is inside the current element of an equation. The reader bounds how deep it goes.
func math(r *markup.Reader) string {
	var b strings.Builder
	for name := range r.Children() {
		b.WriteString(term(r, name))
	}
	return b.String()
}

// parts reads the operands of a term, and the settings of its properties.
func parts(r *markup.Reader) (operands map[string]string, set map[string]string) {
	operands, set = map[string]string{}, map[string]string{}
	for name := range r.Children() {
		if strings.HasSuffix(name, "Pr") {
			for property := range r.Children() {
				set[property] = r.Attr("m:val")
				if _, ok := r.Lookup("m:val"); !ok {
					set[property] = "1"
				}
			}
			continue
		}
		if operands[name] != "" {
			operands[name] += "\x00" // several of one kind: kept apart
		}
		operands[name] += math(r)
	}
	return operands, set
}

// term writes one element of an equation.
func term(r *markup.Reader, name string) string {
	switch name {
	case "m:r", "w:ins", "w:moveTo", "w:r", "m:oMath", "m:e", "m:box", "m:borderBox", "m:phant":
		return math(r)
	case "m:t", "w:t":
		return r.String(maxPiece)
	case "m:f", "m:sSup", "m:sSub", "m:sSubSup", "m:sPre", "m:rad", "m:nary", "m:d", "m:func", "m:acc", "m:bar", "m:limLow", "m:limUpp", "m:groupChr":
		of, set := parts(r)
		return operation(name, of, set)
	case "m:m", "m:eqArr":
		return matrix(r, name)
	case "m:ctrlPr", "m:rPr", "w:rPr", "w:del", "w:moveFrom", "m:boxPr", "m:oMathParaPr":
		return ""
	}
	if strings.HasPrefix(name, "m:") && !strings.HasSuffix(name, "Pr") {
		return math(r)
	}
	return ""
}

func operation(name string, of, set map[string]string) string {
	e := of["m:e"]
	switch name {
	case "m:f":
		if set["m:type"] == "noBar" {
			return "(" + of["m:num"] + " ¦ " + of["m:den"] + ")"
		}
		return grouped(of["m:num"]) + "/" + grouped(of["m:den"])
	case "m:sSup":
		return e + "^" + grouped(of["m:sup"])
	case "m:sSub":
		return e + "_" + grouped(of["m:sub"])
	case "m:sSubSup":
		return e + "_" + grouped(of["m:sub"]) + "^" + grouped(of["m:sup"])
	case "m:sPre":
		return "_" + grouped(of["m:sub"]) + "^" + grouped(of["m:sup"]) + e
	case "m:rad":
		return root(of["m:deg"], e)
	case "m:nary":
		return nary(of, set)
	case "m:d":
		return fenced(e, set)
	case "m:func":
		return of["m:fName"] + " " + e
	case "m:limLow":
		return e + "_" + grouped(of["m:lim"])
	case "m:limUpp":
		return e + "^" + grouped(of["m:lim"])
	case "m:acc":
		return e + or(set["m:chr"], "\u0302")
	case "m:bar":
		return e + "\u0305"
	}
	return e
}

// grouped puts brackets around what is more than one sign.
func grouped(s string) string {
	if utf8.RuneCountInString(s) <= 1 || strings.HasPrefix(s, "(") && strings.IndexByte(s, ')') == len(s)-1 || number(s, 0, 1<<30, none) != none {
		return s
	}
	return "(" + s + ")"
}

func root(degree, e string) string {
	switch degree {
	case "", "2":
		return "√" + grouped(e)
	case "3":
		return "∛" + grouped(e)
	}
	return "√[" + degree + "]" + grouped(e)
}

func nary(of, set map[string]string) string {
	s := or(set["m:chr"], "∫")
	if of["m:sub"] != "" {
		s += "_" + grouped(of["m:sub"])
	}
	if of["m:sup"] != "" {
		s += "^" + grouped(of["m:sup"])
	}
	return s + " " + of["m:e"]
}

func fenced(e string, set map[string]string) string {
	left, right := "(", ")"
	if v, ok := set["m:begChr"]; ok {
		left = v
	}
	if v, ok := set["m:endChr"]; ok {
		right = v
	}
	return left + strings.ReplaceAll(e, "\x00", or(set["m:sepChr"], "|")) + right
}

// matrix writes rows of an array, which has one column where it is of equations.
func matrix(r *markup.Reader, name string) string {
	var rows []string
	for child := range r.Children() {
		switch child {
		case "m:mr":
			var cells []string
			for cell := range r.Children() {
				if cell == "m:e" {
					cells = append(cells, math(r))
				}
			}
			rows = append(rows, strings.Join(cells, ", "))
		case "m:e":
			rows = append(rows, strings.ReplaceAll(math(r), "&", ""))
		}
	}
	if name == "m:eqArr" {
		return strings.Join(rows, "; ")
	}
	return "[" + strings.Join(rows, "; ") + "]"
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
