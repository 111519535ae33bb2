import { zipSync } from "fflate";

const utf8 = (text: string) => new TextEncoder().encode(text);

/** A DOCX with these paragraphs. */
export const docxOf = (...paragraphs: string[]): Uint8Array =>
  zipSync({
    "word/document.xml": utf8(
      `<w:document><w:body>${paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join("")}</w:body></w:document>`,
    ),
  });

/** A PDF of one page with these lines, written by hand; `extra` goes into its catalog. */
export function pdfOf(lines: string[], extra = ""): Uint8Array {
  const content = `BT /F1 12 Tf 50 700 Td ${lines.map((line) => `(${line}) Tj 0 -20 Td`).join(" ")} ET`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${extra} >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let pdf = "%PDF-1.4\n";
  const places: number[] = [];
  for (const [index, object] of objects.entries()) {
    places.push(pdf.length);
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const start = pdf.length;
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  pdf += `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`;
  return utf8(pdf);
}

/** A form with a file of this name. */
export function formWith(name: string, content: Uint8Array | string, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set("file", new File([content as string], name));
  return form;
}
