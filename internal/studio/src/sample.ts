// A small document for those who have none at hand: an invoice of a firm that does not exist, written as a PDF file here.

type Words = [x: number, y: number, size: number, bold: boolean, text: string];

const rows = [
  ["Description", "Quantity", "Unit price", "Amount"], ["Oak shelf, 80 cm", "4", "42.50", "170.00"], ["Brass bracket", "16", "3.20", "51.20"],
  ["Linseed oil, 1 l", "2", "11.90", "23.80"], ["Delivery", "1", "18.00", "18.00"], ["Total", "", "", "263.00"],
];
const columns = [72, 330, 400, 480], right = 540;

function words(): Words[] {
  const out: Words[] = [
    [72, 740, 22, true, "Invoice"], [72, 700, 11, true, "Example Joinery"], [72, 685, 11, false, "12 Mill Lane, Riverton"],
    [360, 700, 11, true, "Invoice number:"], [460, 700, 11, false, "2041"], [360, 685, 11, true, "Date:"], [460, 685, 11, false, "4 May 2026"],
    [360, 670, 11, true, "Due date:"], [460, 670, 11, false, "3 June 2026"], [72, 640, 14, true, "What was delivered"],
  ];
  rows.forEach((row, r) => row.forEach((text, k) => out.push([columns[k]! + 4, 606 - 22 * r, 10, r === 0 || r === rows.length - 1, text])));
  out.push([72, 446, 14, true, "Terms"], [72, 424, 11, false, "Please pay within thirty days of the date above. Goods remain ours until they"],
    [72, 409, 11, false, "are paid in full. Questions are welcome at any time."], [280, 40, 9, false, "Page 1 of 1"]);
  return out;
}

function content(): string {
  const text = words().map(([x, y, size, bold, t]) => `BT /${bold ? "B" : "R"} ${size} Tf ${x} ${y} Td (${t.replace(/[\\()]/g, "\\$&")}) Tj ET`);
  const top = 622, bottom = top - 22 * rows.length;
  const across = Array.from({ length: rows.length + 1 }, (_, i) => `${columns[0]} ${top - 22 * i} m ${right} ${top - 22 * i} l`);
  const down = [...columns, right].map((x) => `${x} ${top} m ${x} ${bottom} l`);
  return [...text, "0.6 w", ...across, ...down, "S"].join("\n");
}

/** sample is the document as a file that could have been dropped. */
export function sample(): File {
  const drawn = content();
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /R 5 0 R /B 6 0 R >> >> >>",
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`, font("Helvetica"), font("Helvetica-Bold"),
  ];
  let file = "%PDF-1.4\n";
  const starts = objects.map((body, i) => { const at = file.length; file += `${i + 1} 0 obj\n${body}\nendobj\n`; return at; });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.map((at) => String(at).padStart(10, "0") + " 00000 n \n").join("")}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return new File([file], "sample-invoice.pdf", { type: "application/pdf" });
}
