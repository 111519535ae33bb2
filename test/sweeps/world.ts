import type { Reader } from "../../db/ports.ts";
import { text } from "../../db/rows.ts";
import { createApp } from "../../src/app.ts";
import { newTenant, services } from "../harness.ts";
import { headerOf, type Operation, type Parameter } from "./operations.ts";
import { SEEDS } from "./seeds.ts";
import { type Known, sampleOf } from "./values.ts";

const OPERATOR_KEY = "the sweeps' operator key";

/** The whole service with every route on, its answers held to what its routes declare. */
const app = createApp(
  { ...services, config: { ...services.config, operatorKey: OPERATOR_KEY } },
  { checkAnswers: true },
);

const shared = Object.assign({}, ...SEEDS.map((seed) => seed.shared ?? {})) as Record<string, string>;

/** The ids of one tenant's resources, by their names. */
export type Ids = Record<string, string>;

const singular = (name: string) => name.replace(/s$/, "");

/** The names by which an operation's field may be seeded, the most particular first. */
function namesOf({ path }: Operation, name: string): string[] {
  const [inFront = path] = path.split(`/{${name}}`);
  const segments = inFront.split("/").filter((each) => /^[a-z-]+$/.test(each));
  return [...segments.toReversed().map((segment) => `${segment}/${name}`), name, singular(name)];
}

const firstOf = (ids: Ids, names: string[]) => names.map((name) => ids[name]).find((id) => id !== undefined);

/** What a seed says of a field: the id of a tenant's resource; `undefined` when no seed names it. */
export const ownedBy = (ids: Ids, operation: Operation, name: string) => firstOf(ids, namesOf(operation, name));

/** The values of an operation's fields, as one tenant would send them. */
export const knownTo =
  (ids: Ids, operation: Operation): Known =>
  (name) =>
    ownedBy(ids, operation, name) ?? firstOf(shared, namesOf(operation, name));

/** A tenant with everything the seeds make. */
export async function seededTenant(canary: string) {
  const tenant = await newTenant();
  const ids: Ids = {};
  for (const seed of SEEDS) Object.assign(ids, await seed.make({ tenant, canary, ids }));
  const bodies = Object.assign({}, ...SEEDS.map((seed) => seed.bodies?.(ids) ?? {})) as Record<string, unknown>;
  return { ...tenant, canary, ids, bodies };
}
export type SeededTenant = Awaited<ReturnType<typeof seededTenant>>;

/** A request as an operation describes it. */
export interface Received {
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
}

const valuesOf = (parameters: Parameter[], known: Known) =>
  Object.fromEntries(parameters.map(({ name, schema }) => [name, sampleOf(schema, name, known)]));

/** The least that a tenant can send to an operation, with ids of its own. */
export function requestOf(operation: Operation, { ids, bodies }: Pick<SeededTenant, "ids" | "bodies">): Received {
  const known = knownTo(ids, operation);
  const { parameters, body } = operation;
  return {
    path: valuesOf(
      parameters.filter(({ place }) => place === "path"),
      known,
    ) as Record<string, string>,
    query: valuesOf(
      parameters.filter(({ place, required }) => place === "query" && required),
      known,
    ),
    body: body && (bodies[operation.id] ?? sampleOf(body.schema, "", known)),
  };
}

/** The URL of a request, its parameters encoded. */
export function urlOf(operation: Operation, { path, query }: Pick<Received, "path" | "query">): string {
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(path[name]).toWellFormed()),
  );
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each): [string, string] => [name, String(each)]),
  );
  const search = pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
  return `http://localhost/api/v1${filled}${search}`;
}

/** An answer, read. */
export interface Answer {
  status: number;
  type: string;
  text: string;
  headers: Headers;
  ms: number;
}

type RequestBody = NonNullable<ConstructorParameters<typeof globalThis.Request>[1]>["body"];

/** Sends a body as it is. */
export async function sendRaw(
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: RequestBody,
): Promise<Answer> {
  const startedMs = performance.now();
  const response = await app.handle(new Request(url, { method, headers, ...(body !== undefined && { body }) }));
  const text = await response.text();
  const type = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
  return { status: response.status, type, text, headers: response.headers, ms: performance.now() - startedMs };
}

/** Sends a request with a credential. */
export function call(operation: Operation, request: Received, credential: Record<string, string>): Promise<Answer> {
  const hasBody = operation.body !== undefined && request.body !== undefined;
  const form = operation.body?.types.includes("multipart/form-data") ? formOf(request.body) : undefined;
  const type = hasBody && form === undefined ? { "content-type": "application/json" } : {};
  return sendRaw(
    operation.method,
    urlOf(operation, request),
    { ...credential, ...type, "x-request-id": "sweep" },
    hasBody ? (form ?? JSON.stringify(request.body)) : undefined,
  );
}

function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(Object(body))) {
    if (/file/.test(name)) form.set(name, new File([String(value)], "file.csv"));
    else form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  return form;
}

/** What lets a tenant into an operation; another session when an operation has ended the one before. */
export async function rightsOf(operation: Operation, tenant: SeededTenant): Promise<Record<string, string>> {
  if (operation.credential === "sync_key") {
    // Operations on settings may have changed it.
    const key = `sync-key-${tenant.id}`;
    await tenant.admin.put("/settings/scraper-sync-key", { enabled: true, key });
    return { "x-sync-key": key };
  }
  if (operation.credential === "api_key") return { "x-api-key": tenant.apiKey };
  const guard = operation.schemes.map(headerOf).find((header) => header === "x-operator-key");
  if (guard) return { [guard]: OPERATOR_KEY };
  return { authorization: `Bearer ${await tenant.openAdminToken()}` };
}

let named: Promise<string[]> | undefined;
/** The tables that have a `tenant_id`, of any maker. */
const tableNames = (db: Reader): Promise<string[]> =>
  (named ??= db.all(
    `select name from sqlite_schema
      where type = 'table' and sql like 'create table%' and exists
        (select 1 from pragma_table_info(sqlite_schema.name) as field where field.name = 'tenant_id')`,
    {},
    (row) => text(row, "name"),
  ));

/** The rows of a tenant by table, as text. */
async function tablesOf(db: Reader): Promise<[table: string, rows: string[]][]> {
  return Promise.all(
    (await tableNames(db)).map(async (table) => [
      table,
      await db.all(`select * from ${table} where tenant_id = :tenant`, {}, (row) => JSON.stringify(row)),
    ]),
  );
}

/** The rows of a tenant, hashed by table. */
export const rowsOf = async (db: Reader): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await tablesOf(db)).map(([table, rows]) => [table, `${rows.length} ${Bun.hash(rows.toSorted().join("\n"))}`]),
  );

/** Everything that is stored of a tenant, as one text. */
export const storedOf = async (db: Reader): Promise<string> =>
  (await tablesOf(db)).flatMap(([, rows]) => rows).join("\n");
