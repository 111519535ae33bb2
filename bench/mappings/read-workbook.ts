import { Workbook } from "@cj-tech-master/excelts";

const textOf = (value: unknown): string => {
  if (typeof value !== "object" || value === null) return String(value ?? "");
  if ("richText" in value) return (value.richText as { text: string }[]).map(({ text }) => text).join("");
  if ("text" in value) return textOf(value.text);
  return "result" in value ? String(value.result ?? "") : String(value);
};

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
