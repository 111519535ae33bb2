import { argv, stdout } from "node:process";
import { Elysia, t } from "elysia";
import type Libsql from "libsql";
import { csvLines, openBare } from "./bare-catalog.ts";
import { bulkWrites } from "./bare-writes.ts";

/**
 * "Bare" as `design/performance.md` has it: the smallest Elysia server with TypeBox validation and cached prepared
 * statements, without authentication, tenants or rate limits, on a bare catalog. Run by the benchmark:
 * `bun bench/bare-server.ts <database file>`; says its port. Only what comes in is validated, as the service does in
 * production: checking answers would make this server slower.
 */
const EanParams = t.Object({ ean: t.String({ pattern: "^[0-9]{8,14}$" }) });
const IdParams = t.Object({ id: t.String({ pattern: "^[0-9a-f-]{36}$" }) });
const PageQuery = t.Object({ page: t.Integer({ minimum: 1 }) });
const AfterQuery = t.Object({ after: t.Integer({ minimum: 0 }) });
const SearchQuery = t.Object({ q: t.String({ minLength: 1, maxLength: 200 }) });
const Created = t.Object({ name: t.String({ minLength: 1, maxLength: 500 }), price: t.Number({ minimum: 0 }) });

const PAGE_ROWS = 20;
const LISTED = "select * from product where status = 'active'";

/** A page each, by number with its total, by key without; and what full text finds, unranked. */
function pages(db: Libsql.Database) {
  const count = db.prepare("select count(*) as total from product where status = 'active'");
  const numbered = db.prepare(`${LISTED} order by updated_at_us desc limit ${PAGE_ROWS} offset ?`);
  const keyed = db.prepare(`${LISTED} and updated_at_us < ? order by updated_at_us desc limit ${PAGE_ROWS}`);
  const found = db.prepare(
    `select product.* from found join product on product.row_id = found.rowid where found match ? limit ${PAGE_ROWS}`,
  );
  return new Elysia()
    .get(
      "/page",
      ({ query }) => ({
        items: numbered.all((query.page - 1) * PAGE_ROWS),
        total: (count.get() as { total: number }).total, // the statement names it
      }),
      { query: PageQuery },
    )
    .get("/after", ({ query }) => ({ items: keyed.all(query.after) }), { query: AfterQuery })
    .get("/search", ({ query }) => ({ items: found.all(`"${query.q}"*`) }), { query: SearchQuery });
}

const EXPORT_CHUNK_CHARS = 1 << 16;

/** All products as CSV, in pieces as large as the reader takes them. */
function exportStream(db: Libsql.Database): ReadableStream<Uint8Array> {
  const lines = csvLines(db);
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull(controller) {
      let piece = "";
      // A `for … of` would end the statement with the first piece.
      for (let next = lines.next(); next.done !== true; next = lines.next()) {
        piece += next.value;
        if (piece.length >= EXPORT_CHUNK_CHARS) return controller.enqueue(encoder.encode(piece));
      }
      if (piece !== "") controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
}

function serveBare(path: string): void {
  const db = openBare(path);
  const byId = db.prepare("select * from product where id = ?");
  const byEan = db.prepare("select * from product where ean = ?");
  const create = db.prepare(
    "insert into product (id, ean, name, price, updated_at_us) values (?, ?, ?, ?, ?) returning row_id",
  );
  const price = db.prepare("update product set price = ?, updated_at_us = ? where id = ?");
  let made = 0;
  const app = new Elysia()
    .get("/id/:id", ({ params }) => byId.get(params.id) as object, { params: IdParams })
    .get("/ean/:ean", ({ params }) => byEan.get(params.ean) as object, { params: EanParams })
    .get("/export", () => new Response(exportStream(db)))
    .use(pages(db))
    .use(bulkWrites(db))
    .post(
      "/create",
      ({ body, set }) => {
        set.status = 201;
        create.get(Bun.randomUUIDv7(), `made-${made++}`, body.name, body.price, Date.now() * 1_000);
        return { name: body.name };
      },
      { body: Created },
    )
    .patch("/id/:id", ({ params, body }) => price.run(body.price, Date.now() * 1_000, params.id), {
      params: IdParams,
      body: t.Object({ price: t.Number({ minimum: 0 }) }),
    })
    .listen({ hostname: "127.0.0.1", port: 0 });
  stdout.write(`${app.server?.port}\n`);
}

serveBare(argv[2] ?? "");
