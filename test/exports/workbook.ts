import { Workbook } from "@cj-tech-master/excelts";
import { app } from "../harness.ts";
import { sizeOf } from "../media/images.ts";

interface Bytes {
  apiKey: string;
}

/** The body of an answer, untouched by any decoding. */
export async function fetchBytes({ apiKey }: Bytes, path: string): Promise<Uint8Array> {
  const request = new Request(`http://localhost/api/v1${path}`, { headers: { "x-api-key": apiKey } });
  return new Uint8Array(await (await app.handle(request)).arrayBuffer());
}

/** A workbook as another program reads it: the values of each sheet by row, and where its pictures stand, from 0. */
export async function readWorkbook(bytes: Uint8Array) {
  const workbook = new Workbook();
  // Its declared type is another runtime's buffer.
  await workbook.xlsx.load(bytes as never);
  const sheets: Record<string, unknown[][]> = {};
  const pictures: { row: number; width: number; height: number; format: string }[] = [];
  for (const sheet of workbook.worksheets) {
    // The first of its values is that of no column.
    const rows = sheet.getSheetValues().slice(1) as unknown[][];
    sheets[sheet.name] = rows.map((row) => Array.from(row.slice(1)));
    for (const { imageId, range } of sheet.getImages()) {
      const { buffer } = workbook.getImage(Number(imageId)) ?? {};
      if (buffer && range) pictures.push({ row: range.tl.nativeRow, ...sizeOf(buffer) });
    }
  }
  return { sheets, pictures };
}
