import { openProducts } from "../../db/exports/exported-products.ts";
import type { JobKind } from "../../db/jobs/kinds.ts";
import type { ProductFilter } from "../../db/products/lists/filter.ts";
import type { JobContext } from "../../src/jobs/job.ts";
import { runConcurrently } from "../run-concurrently.ts";

/** What is to be done for the products that a filter names. `Unit`: what is done at a time. `End`: why it ends early. */
interface ProductsWork<Unit, End extends string> {
  filter: ProductFilter;
  /** Products up to this row are done. */
  afterRow: number;
  pageSize: number;
  /** How many units at once. */
  concurrency: number;
  /** What of a page is still to be done. */
  unitsOf: (productIds: string[]) => Promise<Unit[]>;
  /** Does one to its end and stores it. `isOver`: whether another one was the last. */
  doUnit: (unit: Unit, isOver: () => boolean) => Promise<End | undefined>;
  /** Notes that products up to a row are done. */
  advance: (afterRow: number) => Promise<unknown>;
}

/** Does products page by page, by age, and gives its turn up between two units when others wait. */
export async function doProducts<Unit, End extends string>(
  context: Pick<JobContext<JobKind>, "db" | "signal" | "throwIfTurnIsOver">,
  work: ProductsWork<Unit, End>,
): Promise<End | "completed"> {
  const { filter, pageSize, unitsOf, advance } = work;
  const read = openProducts(context.db, { filter, language: null }, ["id"]);
  let { afterRow } = work;
  for (;;) {
    context.signal.throwIfAborted();
    const page = await read({ after: { rowId: afterRow, titleKey: "" }, offset: 0, limit: pageSize });
    const end = await doUnits(await unitsOf(page.map(({ id }) => String(id))), work, context);
    if (end !== undefined) return end;
    afterRow = page.at(-1)?.rowId ?? afterRow;
    await advance(afterRow);
    if (page.length < pageSize) return "completed";
  }
}

async function doUnits<Unit, End extends string>(
  units: readonly Unit[],
  { concurrency, doUnit }: ProductsWork<Unit, End>,
  context: Pick<JobContext<JobKind>, "throwIfTurnIsOver">,
): Promise<End | undefined> {
  const waiting = [...units];
  const state: { end?: End | undefined } = {};
  const isOver = () => state.end !== undefined;
  await runConcurrently(concurrency, async () => {
    for (let next = waiting.shift(); next !== undefined && !isOver(); next = waiting.shift()) {
      state.end = (await doUnit(next, isOver)) ?? state.end;
      if (isOver()) return;
      context.throwIfTurnIsOver();
    }
  });
  return state.end;
}
