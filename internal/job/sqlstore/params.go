package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
)

// params collects the arguments of a statement while its text is written.
type params struct {
	args   []any
	firsts []string // marks of the first cells of values
}

// raw is SQL that stands in a list of values as it is.
type raw string

func (p *params) add(v any) string {
	p.args = append(p.args, v)
	return "$" + strconv.Itoa(len(p.args))
}

// exec runs the statement the arguments were collected for.
func (p *params) exec(ctx context.Context, tx *sql.Tx, text string) error {
	_, err := tx.ExecContext(ctx, text, p.args...)
	return err
}

// list is the inside of an IN.
func (p *params) list(vs []string) string {
	marks := make([]string, len(vs))
	for i, v := range vs {
		marks[i] = p.add(v)
	}
	return strings.Join(marks, ", ")
}

// values writes n rows of VALUES. Everything but text is cast, because PostgreSQL would take it for text.
func (p *params) values(n int, row func(i int) []any) string {
	var b strings.Builder
	b.WriteString("VALUES ")
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		for k, cell := range row(i) {
			if k == 0 {
				p.firsts = append(p.firsts, "$"+strconv.Itoa(len(p.args)+1))
			}
			b.WriteByte("(,"[min(k, 1)])
			p.cell(&b, cell)
		}
		b.WriteByte(')')
	}
	return b.String()
}

// among says that a column is one of the first cells of values, whose rows the statement joins by them. PostgreSQL then has
// the index of the column as its only way: a plan that was made while the table was all but empty would otherwise read
// all of it for every row, and be kept.
func (p *params) among(column string) string {
	return column + ` IN (` + strings.Join(p.firsts, ", ") + `)`
}

func (p *params) cell(b *strings.Builder, v any) {
	typ := ""
	switch v := v.(type) {
	case raw:
		b.WriteString(string(v))
		return
	case string:
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(len(p.args) + 1))
		p.args = append(p.args, v)
		return
	case int, int64:
		typ = " AS BIGINT)"
	case float64:
		typ = " AS DOUBLE PRECISION)"
	case bool:
		typ = " AS BOOLEAN)"
	default:
		panic(fmt.Sprintf("no SQL type for %T", v))
	}
	b.WriteString("CAST($")
	b.WriteString(strconv.Itoa(len(p.args) + 1))
	b.WriteString(typ)
	p.args = append(p.args, v)
}
