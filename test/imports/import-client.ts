import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { newTenant } from "../harness.ts";
import { runJobs } from "../harness.ts";

export const EANS = ["3400949497294", "3400949497706", "4006381333931"] as const;
export const HEADER = "ean,sku,name,price,stock";
export const MAPPING = { ean: "ean", sku: "sku", name: "name", price: "price", stock: "stock" };
/** The text of a file, by its lines. */
export const lines = (...all: string[]): string => [...all, ""].join("\n");

export type Tenant = Awaited<ReturnType<typeof newTenant>>;
type Client = Pick<Tenant, "get" | "post" | "delete" | "put">;

/** A file of `test/data`, unpacked. */
export const dataFile = (name: string): Uint8Array =>
  new Uint8Array(gunzipSync(readFileSync(new URL(`../data/${name}.gz`, import.meta.url))));

/** A multipart body with a file and fields. */
export function formOf(
  content: string | Uint8Array | undefined,
  { name = "products.csv", ...fields }: Record<string, string> = {},
): FormData {
  const form = new FormData();
  if (content !== undefined) form.set("file", new File([content], name));
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  return form;
}

export const upload = (client: Client, content: string | Uint8Array, fields: Record<string, string> = {}) =>
  client.post("/imports/upload", formOf(content, fields));

export interface ImportPlan {
  fields?: Record<string, string>;
  mapping: Record<string, unknown>;
  options?: Record<string, unknown>;
  rules?: Record<string, unknown>;
  computed?: unknown[];
  defaults?: Record<string, unknown>;
}

/** Uploads a file and saves its mapping; the import is ready then. Answers its id. */
export async function prepare(client: Client, content: string | Uint8Array, plan: ImportPlan): Promise<string> {
  const uploaded = await upload(client, content, plan.fields);
  expect(uploaded.status).toBe(202);
  const { id } = uploaded.body;
  const saved = await client.post(`/imports/${id}/save-mapping`, {
    column_mapping: plan.mapping,
    import_options: plan.options,
    validation_rules: plan.rules,
    computed_columns: plan.computed,
    default_values: plan.defaults,
  });
  expect(saved.body).toEqual({ id, status: "ready" });
  return id;
}

/** Runs a ready import to its end and answers its record. */
export async function runImport(client: Client, id: string) {
  const started = await client.post(`/imports/${id}/start-processing`);
  expect(started.status).toBe(202);
  await runJobs();
  return (await client.get(`/imports/${id}`)).body;
}

/** The whole way of a file: upload, mapping, run. Answers the record. */
export async function importFile(client: Client, content: string | Uint8Array, plan: ImportPlan) {
  return runImport(client, await prepare(client, content, plan));
}

/** Every stored problem of an import. */
export async function problemsOf(client: Client, id: string) {
  const items: { row_number: number; severity: string; error_type: string; field: string | null; raw_value: string }[] =
    [];
  for (let page = 1; ; page++) {
    const { body } = await client.get(`/imports/${id}/errors?per_page=200&page=${page}`);
    items.push(...body.items);
    if (!body.meta.has_next) return items;
  }
}

/** How many stored problems there are of each type. */
export async function problemCounts(client: Client, id: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { error_type: type } of await problemsOf(client, id)) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

/** When each product of a tenant was last changed, by id. */
export const changeTimes = async ({ db }: Pick<Tenant, "db">) =>
  new Map(
    await db.all(
      `select product.id, state.updated_at_us from product join product_state state on state.row_id = product.row_id
        where product.tenant_id = :tenant`,
      {},
      (row) => [String(row["id"]), Number(row["updated_at_us"])] as const,
    ),
  );

/** The products of a tenant as they are stored, by name. */
export const productRows = ({ db }: Pick<Tenant, "db">) =>
  db.all(
    `select title, ean, reference, price_cents, cost_price_cents, stock, supplier_count, deleted_at_ms, extra
      from product join product_state state on state.row_id = product.row_id
      where product.tenant_id = :tenant order by title`,
    {},
    (row) => row,
  );
