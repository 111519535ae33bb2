import { randomUUID } from "node:crypto";
import { PlatformError } from "../../engine/platform-error.ts";
import { baseOf, member, textOf } from "../../engine/platform-values.ts";
import type { Api, ApiRequest } from "../../engine/requests/platform-api.ts";

const ENDED = /^(COMPLETE|SENT|FAILED|CANCELLED|REJECTED)$/;
/** What became of those that were refused, by their SKU. */
export type Errors = Map<string | undefined, string>;

/** A request to the operator's seller API. */
export async function call(api: Api, path: string, request: Partial<ApiRequest> = {}) {
  const { base_url: base, api_key: key = "", shop_id: shop } = api.credentials;
  const url = new URL(`${baseOf(base)}/api/${path}`);
  if (shop) url.searchParams.set("shop_id", shop);
  const headers = { ...request.headers, authorization: key };
  return api.request({ method: "GET", ...request, url: url.href, headers });
}

const quoted = (value: string | number) => `"${String(value).replaceAll('"', '""')}"`;
const csvOf = (rows: readonly Record<string, string | number>[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((cells) => cells.map(quoted).join(";"))
    .join("\n");

/** The rows of a report: cells between semicolons, quoted where they need to be. */
function rowsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quotedCell, plain = "", end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n]*))(;|\r?\n|$)/g)) {
    rows.at(-1)?.push(quotedCell?.replaceAll('""', '"') ?? plain);
    if (end !== ";" && end !== "") rows.push([]);
  }
  return rows;
}

/** The column of the reason, where its name does not say it: the first one is the number of the line. */
const REASON = 1;

/** What a report says of each SKU. */
export function errorsOf(csv: string, skuColumn: string): Errors {
  const [names = [], ...rows] = rowsOf(csv.replace(/^\uFEFF/, ""));
  const sku = names.indexOf(skuColumn);
  const named = names.findIndex((name) => /^errors?(-message)?$/i.test(name));
  const message = named < 0 ? REASON : named;
  return new Map(rows.filter((row) => row[sku]).map((row) => [row[sku], row[message] || "refused"]));
}

/** Sends a file of rows as an import. */
async function sendFile(
  api: Api,
  path: string,
  rows: readonly Record<string, string | number>[],
  fields: Record<string, string>,
): Promise<string> {
  const boundary = randomUUID();
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `Content-Disposition: form-data; name="file"; filename="import.csv"\r\nContent-Type: text/csv`;
  const body = `${parts.join("")}--${boundary}\r\n${file}\r\n\r\n${csvOf(rows)}\r\n--${boundary}--\r\n`;
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const id = textOf(member((await call(api, path, { method: "POST", body, headers })).json(), "import_id"));
  if (id === undefined) throw new PlatformError("refused", "Mirakl took no import");
  return id;
}

/** How a file is imported, and what its reports say of each SKU. */
export interface Import {
  path: string;
  rows: Parameters<typeof sendFile>[2];
  fields: Record<string, string>;
  /** Where its state is found, and by which name. */
  state?: (id: string) => Promise<unknown>;
  stateName: string;
  errors: (path: string, state: unknown) => Promise<Errors>;
  /** What follows it: until that has ended, too, the file is not sent again. */
  after?: (errors: Errors) => Promise<Errors>;
}

/** Imports a file of rows, and reads what its reports say when it has ended. */
export const imported = (
  api: Api,
  { path, rows, fields, state: stateOf, stateName, errors, after }: Import,
): Promise<Errors> =>
  api.follow({
    name: "Mirakl's import",
    content: [path, fields, rows],
    begin: () => sendFile(api, path, rows, fields),
    poll: async (id) => {
      const state = stateOf ? await stateOf(id) : (await call(api, `${path}/${id}`)).json();
      const said = String(member(state, stateName));
      if (!ENDED.test(said)) return undefined;
      if (/^(COMPLETE|SENT)$/.test(said)) return errors(`${path}/${id}`, state);
      throw new PlatformError(
        "refused",
        `Mirakl refused the import: ${textOf(member(state, "reason_status")) ?? said}`,
      );
    },
    ...(after && { after }),
  });
