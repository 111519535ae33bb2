import { argv, stdout } from "node:process";
import Libsql from "libsql";

/**
 * The least that could do the work: a raw Bun server with a prepared statement a route, on the service's own database
 * file while the service is stopped. Run by the benchmark: `bun bench/bare-server.ts <database file>`; says its port.
 */
const PAGE = `select id, ean, title, price_cents, status, updated_at_us from product
  where tenant_id = ? and deleted_at_ms is null`;

// What the bulk writes below concern of each product, its code unique, and in the order of the changes.
const COPY = `create table bare_product (
    row_id integer primary key, ean text not null, title text not null, description text, weight real,
    stock integer not null, updated_at_us integer not null) strict;
  insert into bare_product select row_id, ean, title, description, weight, stock, updated_at_us from product
    where ean is not null;
  create unique index bare_code on bare_product (ean);
  create unique index bare_changes on bare_product (updated_at_us)`;

/** Bodies of the benchmark itself, taken as they are: a transaction each, on disk before the answer. */
function bulkWrites(db: Libsql.Database) {
  db.exec(COPY);
  let nowUs = Date.now() * 1_000;
  const upsert = db.prepare(
    `insert into bare_product (ean, title, description, weight, stock, updated_at_us) values (?, ?, ?, ?, 0, ?)
      on conflict (ean) do update set title = excluded.title, description = excluded.description,
        weight = excluded.weight, updated_at_us = excluded.updated_at_us`,
  );
  const restock = db.prepare(
    `update bare_product set stock = sent.value ->> 'stock', updated_at_us = ? + sent.key
      from json_each(?) sent where bare_product.ean = sent.value ->> 'ean'`,
  );
  return {
    upsert: async (request: Request) => {
      const { products } = (await request.json()) as { products: Record<string, string | number>[] };
      db.exec("begin immediate");
      for (const { ean, name, description, weight } of products) upsert.run(ean, name, description, weight, nowUs++);
      db.exec("commit");
      return Response.json({ updated: products.length });
    },
    stock: async (request: Request) => {
      const { changes } = restock.run(nowUs, await request.text());
      nowUs += changes;
      return Response.json({ updated: changes });
    },
  };
}

function serveBare(path: string): void {
  const db = new Libsql(path);
  // As the service's own writer has it.
  db.exec("pragma synchronous = full; pragma wal_autocheckpoint = 4096; pragma cache_size = -65536");
  const { tenant_id: tenant, products } = db
    .prepare("select tenant_id, count(*) as products from product group by tenant_id")
    .all()[0] as { tenant_id: string; products: number }; // the statement names these columns
  const byId = db.prepare("select * from product where tenant_id = ? and id = ?");
  const byEan = db.prepare("select * from product where tenant_id = ? and gtin14 = ?");
  const page = db.prepare(`${PAGE} order by row_id desc limit 20 offset ?`);
  const after = db.prepare(`${PAGE} and row_id < ? order by row_id desc limit 20`);
  db.exec(`create virtual table bare_found using fts5 (text, content = '', tokenize = 'trigram');
    insert into bare_found (rowid, text) select row_id, title_key from product`);
  const found = db.prepare("select rowid from bare_found where bare_found match ? limit 20");
  db.exec("create table if not exists bare_create (id text primary key, title text, price_cents integer) strict");
  const create = db.prepare("insert into bare_create values (?, ?, ?)");
  const deep = Math.floor(products * 0.9);
  const [{ row_id: deepRow }] = db
    .prepare("select row_id from product where tenant_id = ? order by row_id desc limit 1 offset ?")
    .all(tenant, deep) as [{ row_id: number }]; // offset is within the count just read
  const bulk = bulkWrites(db);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    development: false,
    routes: {
      "/constant": () => Response.json({ id: "constant", title: "Product", price: 12.5 }),
      "/id/:id": ({ params }) => Response.json(byId.all(tenant, params.id)),
      "/ean/:gtin14": ({ params }) => Response.json(byEan.all(tenant, params.gtin14)),
      "/page": () => Response.json(page.all(tenant, 0)),
      "/deep": () => Response.json(page.all(tenant, deep)),
      "/after": () => Response.json(after.all(tenant, deepRow)),
      "/search/:word": ({ params }) => Response.json(found.all(`"${params.word}"`)),
      "/upsert": { POST: bulk.upsert },
      "/stock": { POST: bulk.stock },
      "/create": {
        POST: async (request) => {
          const { name, price } = (await request.json()) as { name: string; price: number }; // sent by ourselves
          create.run(crypto.randomUUID(), name, price * 100);
          return Response.json({ name }, { status: 201 });
        },
      },
    },
  });
  stdout.write(`${server.port}\n`);
}

serveBare(argv[2] ?? "");
