import { Workbook } from "@cj-tech-master/excelts";

const textOf = (value: unknown): string =>
  typeof value === "object" && value !== null && "text" in value ? String(value.text) : String(value ?? "");

/** The sheets of a workbook as rows of texts. */
export async function readSheets(path: string): Promise<string[][][]> {
  const workbook = new Workbook();
  await workbook.xlsx.readFile(path);
  return workbook.worksheets.map((sheet) => {
    const rows: string[][] = [];
    sheet.eachRow((row) => {
      rows.push(
        Array.from(row.values as unknown[])
          .slice(1)
          .map(textOf),
      );
    });
    return rows;
  });
}
