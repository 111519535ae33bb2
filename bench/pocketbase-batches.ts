import type { StockLevel, Upsert } from "./bulk-writes.ts";
import type { FileProduct } from "./file-products.ts";
import { RECORDS, recordId } from "./pocketbase-server.ts";

interface BatchItem {
  method: "POST" | "PUT" | "PATCH";
  url: string;
  body: object;
}

/** Sends changes in one request, which PocketBase makes in one transaction. */
async function sendBatch(port: number, requests: BatchItem[]): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/batch`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ requests }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`A batch was answered ${answer.status}: ${text.slice(0, 500)}`);
}

/** New records of rows of the file, each after those before in the list. */
export function makesRows(port: number): (rows: FileProduct[]) => Promise<void> {
  let position = 0;
  return (rows) =>
    sendBatch(
      port,
      rows.map((row) => ({
        method: "POST",
        url: RECORDS,
        body: { ...row, id: recordId(String(row["ean"])), status: "active", position: ++position },
      })),
    );
}

/** Changes records by the id that is derived from the EAN. */
export const upsertsRows = (port: number) => (rows: Upsert[]) =>
  sendBatch(
    port,
    rows.map(({ ean, weight, ...rest }) => ({
      method: "PUT",
      url: RECORDS,
      body: { ...rest, id: recordId(ean), weight_kg: weight },
    })),
  );

/** Sets the stock of records. */
export const setsStock = (port: number) => (levels: StockLevel[]) =>
  sendBatch(
    port,
    levels.map(({ ean, stock }) => ({ method: "PATCH", url: `${RECORDS}/${recordId(ean)}`, body: { stock } })),
  );
