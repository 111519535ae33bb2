import { expect } from "bun:test";
import { parse } from "csv-parse/sync";
import { app, type newTenant, runJobs } from "../harness.ts";

type Tenant = Awaited<ReturnType<typeof newTenant>>;

/** The bytes of an answer, as they came. */
export async function bytesAt(tenant: Tenant, path: string): Promise<{ response: Response; bytes: Uint8Array }> {
  const request = new Request(`http://localhost/api/v1${path}`, { headers: { "x-api-key": tenant.apiKey } });
  const response = await app.handle(request);
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** Starts an export of products as CSV, lets it run and downloads it. */
export const exportProducts = (tenant: Tenant, body?: unknown) => exportAs(tenant, "csv/products", body);

/** The same of another format, such as `json/suppliers`. */
export async function exportAs(tenant: Tenant, kind: string, body?: unknown) {
  const started = await tenant.post(`/exports/${kind}`, body);
  expect(started.status).toBe(202);
  await runJobs();
  const { bytes, response } = await bytesAt(tenant, `/exports/download/${started.body.task_id}`);
  expect(response.status).toBe(200);
  return { taskId: String(started.body.task_id), bytes, response };
}

/** CSV as a spreadsheet reads it: the header, and the rows as cells. */
export function readCsv(bytes: Uint8Array, delimiter = ","): { header: string[]; rows: string[][] } {
  const [header = [], ...rows]: string[][] = parse(Buffer.from(bytes), {
    bom: true,
    delimiter,
    record_delimiter: "\r\n",
  });
  return { header, rows };
}

/** Rows as objects by column. */
export function readRecords(bytes: Uint8Array): Record<string, string>[] {
  const { header, rows } = readCsv(bytes);
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ""])));
}
