package page

import "strings"

// Plain writes characters and tables as the truth of data/parse does: straight quotes, one dash, blanks around cells.
var Plain = strings.NewReplacer(
	"“", `"`, "”", `"`, "„", `"`, "‘", "'", "’", "'", "–", "-", "—", "-", "‐", "-", "‑", "-", "−", "-", "…", "...",
	"<td", " <td", "</td>", " </td>", "<th", " <th", "</th>", " </th>", "<tr>", " <tr>", "</tr>", " </tr>", "<br>", " ",
	"\u00a0", " ",
)
