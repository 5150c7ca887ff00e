package main

import (
	"fmt"
	"strings"

	"github.com/octavo-dev/octavo/internal/fault"
)

const errorsIntro = `# Errors

<!-- Written by "make generate" from internal/fault; change it there. -->

A refusal or failure is one object, in the body of the answer under ` + "`error`" + ` and in a failed job:

` + "```json" + `
{"error": {"code": 404, "name": "NOT_FOUND", "message": "…", "job_id": null, "type": "file_access_error", "retriable": false}}
` + "```" + `

Match on ` + "`name`" + ` and ` + "`type`" + `, never on the message. ` + "`code`" + ` is the HTTP status a synchronous caller gets; some types of a name
have a status of their own. Send a request again by itself only when ` + "`retriable`" + ` is true, after ` + "`Retry-After`" + ` where the answer
carries it. A request whose fields are malformed is answered with 422 and ` + "`{\"detail\": [{\"loc\": …, \"msg\": …, \"type\": …}]}`" + `,
every problem at once.

Categories: **Input** is for the caller to mend, **Processing** means that this document cannot be worked on as asked,
**Transient** passes.

| Name | Code | Category | Retriable | Raised when | What can be done |
|---|---|---|---|---|---|
`

func errorsPage() string {
	var b strings.Builder
	b.WriteString(errorsIntro)
	for _, e := range fault.All {
		again := "no"
		if e.Retriable {
			again = "yes"
		}
		fmt.Fprintf(&b, "| `%s` | %d | %s | %s | %s | %s |\n", e.Name, e.Code, e.Category, again, e.Raised, e.Remedy)
	}
	return b.String()
}

// remediesModule is what Studio says can be done about an error, as sentences.
func remediesModule() string {
	var b strings.Builder
	b.WriteString("// Written by \"make generate\" from internal/fault; change it there.\n\nexport const remedies: Record<string, string> = {\n")
	for _, e := range fault.All {
		fmt.Fprintf(&b, "  %s: %q,\n", e.Name, strings.ToUpper(e.Remedy[:1])+e.Remedy[1:]+".")
	}
	b.WriteString("};\n")
	return b.String()
}
