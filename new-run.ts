import { routesOf, testFamilyOf, testOf } from "./new-run-files.ts";
import { type Names, scaffold } from "./scaffold.ts";

/*
 * `npm run new-run NAME` (plural, kebab-case: `price-checks`) writes a family whose members are runs, work that takes long: its
 * tables, its record with its moves, its job, its routes (list, read, items, start, pause, resume, cancel, retry), examples and a
 * test, and a line in each list that must know it. Then change the fields and what is done for each product.
 */

const schema = ({ table, word, title }: Names) => `-- ${title}.

-- One ${word} of a tenant.
create table ${table} (
  tenant_id       text not null,
  id              text not null,
  name            text not null,
  status          text not null
                  check (status in ('pending', 'running', 'paused', 'completed', 'failed', 'cancelled')),
  total           integer not null default 0,
  done            integer not null default 0,
  failed          integer not null default 0,
  error           text,
  -- Counts its starts and resumes; and up to which row products are done.
  run_no          integer not null default 0,
  after_row       integer not null default 0,
  created_at_ms   integer not null,
  started_at_ms   integer,
  completed_at_ms integer,
  primary key (tenant_id, id)
) strict;
create index ${table}_newest on ${table} (tenant_id, created_at_ms, id);

-- A product that a ${word} has done.
create table ${table}_item (
  tenant_id  text not null,
  run_id     text not null,
  product_id text not null,
  -- Null: nothing was wrong.
  error      text,
  primary key (tenant_id, run_id, product_id),
  foreign key (tenant_id, run_id) references ${table} (tenant_id, id) on delete cascade
) strict, without rowid;
`;

const items = ({ table, words }: Names) => `import { keyedTable } from "../keyed-table.ts";
import { TEXT, TEXT_OR_NULL } from "../table.ts";

/** The products that ${words} have done. */
export const items = keyedTable("${table}_item", { runId: TEXT, productId: TEXT, error: TEXT_OR_NULL }, [
  "runId",
  "productId",
]);
`;

const record = ({ family, table, One, word }: Names) => `import { items } from "../../db/${family}/items.ts";
import { enqueue } from "../../db/jobs/queue.ts";
import { COUNT } from "../../db/keyed-table.ts";
import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import { countAllProducts } from "../../db/products/lists/count.ts";
import { findRowsByIds } from "../../db/products/match.ts";
import type { ProductRow } from "../../db/products/product-row.ts";
import { counter, id, line, madeAt, note, status, time } from "../kit/runs/fields.ts";
import { lifecycleOf } from "../kit/runs/lifecycle.ts";
import { PAUSABLE, type RowOfRun, run } from "../kit/runs/run.ts";

/** What a ${word} is, in one sentence. */
export const ${One} = run({
  table: "${table}",
  noun: "${table}",
  fields: {
    id,
    name: line("name"),
    status: status(["pending", "running", "paused", "completed", "failed", "cancelled"]),
    total: counter("total", "Products of the catalog when it was created."),
    done: counter("done", "Products without an error."),
    failed: counter("failed", "Products with an error."),
    error: note("error"),
    /** Counts its starts and resumes. */
    runNo: COUNT,
    /** Products up to this row are done. */
    afterRow: COUNT,
    createdAtMs: madeAt(),
    startedAtMs: time("started_at"),
    completedAtMs: time("completed_at"),
  },
  ...PAUSABLE,
  moves: {
    ...PAUSABLE.moves,
    start: { from: ["pending"], to: "running" },
    pause: { from: ["pending", "running"], to: "paused" },
    cancel: { from: ["pending", "running", "paused"], to: "cancelled" },
    retry: { from: ["failed", "cancelled"], to: "running" },
  },
  ended: ["completed", "failed", "cancelled"],
});
export type ${One}Row = RowOfRun<typeof ${One}>;

/** Adds the job that works on it. Work that waits for servers of others takes the queue \`outside\`. */
const enqueueRun = (tx: Tx, { id: runId, runNo }: ${One}Row, context: MutationContext) =>
  enqueue(tx, "${family}.run", { runId, runNo }, context, { queue: "bulk" });

export const lifecycle = lifecycleOf("${family}", ${One}, { enqueue: enqueueRun });
export const { move, begin, advance } = lifecycle;

/** Stores one that waits to be started. */
export const create = mutation("${family}.create", async (tx, { name }: { name: string }, { now, newId }) =>
  ${One}.table.insert(tx, { id: newId(), name, total: await countAllProducts(tx), createdAtMs: now() }),
);

/** What is wrong with a product; \`null\`: nothing. */
const faultOf = ({ priceCents }: ProductRow): string | null =>
  priceCents === null ? "The product has no price" : null;

/** Does products, each once however often this is called. Answers whether the run goes on. */
export const doProducts = mutation(
  "${family}.do-products",
  async (tx, { id: runId, runNo, productIds }: { id: string; runNo: number; productIds: string[] }) => {
    const row = await ${One}.find(tx, runId);
    if (!row) return false;
    const known = await items.list(tx, { where: { runId, productId: productIds } });
    const fresh = new Set(productIds).difference(new Set(known.map(({ productId }) => productId)));
    const products = await findRowsByIds(tx, [...fresh]);
    const done = products.map((product) => ({ runId, productId: product.id, error: faultOf(product) }));
    await items.insertAll(tx, done);
    const failed = done.filter(({ error }) => error !== null).length;
    const counts = { done: row.done + done.length - failed, failed: row.failed + failed };
    await ${One}.table.update(tx, { ...row, ...counts });
    return ${One}.isCurrent(row, runNo);
  },
);

/** Ends one that has done all products. */
export const complete = mutation("${family}.complete", async (tx, { id }: { id: string }, context) => {
  await lifecycle.settleById(tx, id, "complete", { error: null }, context);
});

/** Ends one whose job has failed for good. Called by the job's own end. */
export const fail = (tx: Tx, { runId }: { runId: string }, error: string, context: MutationContext) =>
  lifecycle.settleById(tx, runId, "fail", { error }, context);
`;

const worker = ({
  family,
  noun,
  word,
}: Names) => `import { advance, begin, complete, doProducts as doPage } from "../../src/${family}/${noun}.ts";
import type { JobHandler } from "../../src/jobs/job.ts";
import { doProducts } from "../runs/do-products.ts";

const PAGE = 200;

/** Does the products of a ${word}, page by page, after those that are done. */
export const run: JobHandler<"${family}.run"> = async ({ runId: id, runNo }, context) => {
  const { commit } = context;
  const begun = await commit(begin, { id, runNo }, "none");
  if (!begun) return;
  const end = await doProducts<string[], "stopped">(context, {
    filter: {},
    afterRow: begun.afterRow,
    pageSize: PAGE,
    concurrency: 1,
    unitsOf: async (productIds) => [productIds],
    doUnit: async (productIds) =>
      (await commit(doPage, { id, runNo, productIds }, "kept")) ? undefined : "stopped",
    advance: (afterRow) => commit(advance, { id, afterRow }, "kept"),
  });
  if (end === "completed") await commit(complete, { id }, "done");
};
`;

const family = ({ family: name, noun, one, many, title }: Names) => `import { family, runs } from "../runtime/family.ts";

export const ${many} = family({
  tags: [{ name: "${title}", description: "What they are for." }],
  routes: async () => [(await import("./routes.ts")).${one}Routes],
  mutations: () => Promise.all([import("./${noun}.ts")]),
  jobs: {
    "${name}.run": runs(async () => (await import("../../workers/${name}/run.ts")).run, {
      failed: async () => (await import("./${noun}.ts")).fail,
    }),
  },
});

declare module "../../db/jobs/kinds.ts" {
  interface JobKinds {
    "${name}.run": { payload: { runId: string; runNo: number }; checkpoint: never };
  }
}
`;

scaffold("new-run", (names) => ({
  [`db/schema/${names.family}.sql`]: schema(names),
  [`db/${names.family}/items.ts`]: items(names),
  [`src/${names.family}/${names.noun}.ts`]: record(names),
  [`src/${names.family}/routes.ts`]: routesOf(names),
  [`src/${names.family}/family.ts`]: family(names),
  [`workers/${names.family}/run.ts`]: worker(names),
  [`test/${names.family}/family.ts`]: testFamilyOf(names),
  [`test/${names.family}/${names.family}.test.ts`]: testOf(names),
}));
