import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
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

/** A PDF of these objects, which are numbered from 1; the first is its catalog. `trailer` goes into its trailer. */
export function pdfOfObjects(objects: (string | Buffer)[], trailer = ""): Uint8Array {
  const parts: Buffer[] = [Buffer.from("%PDF-1.5\n")];
  for (const [index, object] of objects.entries()) {
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n"));
  }
  parts.push(Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n0\n%%EOF`));
  return new Uint8Array(Buffer.concat(parts));
}

export const PAGE = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] >>";

/** A PDF of this many empty pages. */
export const pdfOfPages = (count: number): Uint8Array =>
  pdfOfObjects([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${count} /Kids [${Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(" ")}] >>`,
    ...Array.from({ length: count }, () => PAGE),
  ]);

/** A PDF that no one can read who does not know the password. */
export const encryptedPdf = (): Uint8Array => {
  const secret = "ab".repeat(32);
  const pages = "<< /Type /Pages /Count 1 /Kids [3 0 R] >>";
  const encryption = `<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <${secret}> /U <${secret}> >>`;
  const trailer = `/Encrypt 4 0 R /ID [<${secret.slice(0, 32)}> <${secret.slice(0, 32)}>]`;
  return pdfOfObjects(["<< /Type /Catalog /Pages 2 0 R >>", pages, PAGE, encryption], trailer);
};

/** A PDF whose page unpacks to this many bytes. */
export function bombPdf(bytes: number): Uint8Array {
  const packed = deflateSync(Buffer.alloc(bytes, 32));
  const head = `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`;
  return pdfOfObjects([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
    PAGE.replace(" >>", " /Contents 4 0 R >>"),
    Buffer.concat([Buffer.from(head), packed, Buffer.from("\nendstream")]),
  ]);
}

/** A form with a file of this name. */
export function formWith(name: string, content: Uint8Array | string, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set("file", new File([content as string], name));
  return form;
}
