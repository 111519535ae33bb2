import { withCheckDigit } from "../crash/kill.ts";
import { type Call, within } from "./caller.ts";

const OVER = ["completed", "completed_with_errors", "failed", "cancelled"];

/** Begins an import of this many new products, by numbers; `batch` of two digits makes its codes different from another's. */
export function beginImport(call: Call, rows: number, batch: string, from = 0): Promise<string> {
  const eanOf = (row: number) => withCheckDigit(`${batch}${String(row).padStart(10, "0")}`);
  const numbers = Array.from({ length: rows }, (_, row) => from + row);
  const lines = numbers.map((number) => `${eanOf(number)},Shared ${batch} ${number},1.50`);
  return beginFile(call, ["ean,name,price", ...lines].join("\n"));
}

/** Begins an import of a CSV file whose columns are called as the fields. */
export async function beginFile(call: Call, text: string): Promise<string> {
  const form = new FormData();
  form.append("file", new File([text], "products.csv"));
  const { body: upload } = await call("POST", "/imports/upload", form);
  const columns = text.slice(0, text.indexOf("\n")).split(",");
  const mapping = { column_mapping: Object.fromEntries(columns.map((column) => [column, column])) };
  await call("POST", `/imports/${upload.id}/save-mapping`, mapping);
  const { status } = await call("POST", `/imports/${upload.id}/start-processing`);
  if (status >= 300) throw new Error(`The import was not begun: ${status}`);
  return upload.id;
}

/** Waits until some of its rows are stored. */
export const begun = (call: Call, id: string): Promise<void> =>
  within(60_000, async () => Number((await call("GET", `/imports/${id}`)).body?.processed_rows) > 0);

/** Waits for its end, and reads it. */
export async function ended(call: Call, id: string, limitMs = 240_000) {
  await within(limitMs, async () => OVER.includes((await call("GET", `/imports/${id}`)).body?.status));
  return (await call("GET", `/imports/${id}`)).body;
}
