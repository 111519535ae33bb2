import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Where } from "../../db/keyed-table.ts";
import type { Reader } from "../../db/ports.ts";
import type { ValuesOf } from "../../db/table.ts";
import { access } from "../http/gate/access.ts";
import type { AccessPolicy } from "../http/gate/policy.ts";
import type { Services } from "../runtime/services.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { listRuns, type Paging, runsPage, runsQuery } from "./list.ts";
import type { Run, RunFields } from "./run.ts";

/** What a request asks of a run: its route is called as the move is. */
interface AskedMove<Row> {
  policy: AccessPolicy;
  description: string;
  /** Default 200. */
  status?: 202;
  /** What else must hold; it throws. */
  requires?: (services: Services, db: Reader, row: Row) => Promise<unknown>;
}

/** How a kind of run is served. */
interface RunRoutes<F extends RunFields, M extends string> {
  /** `/enrichment/batch` */
  path: string;
  /** The group in the description. */
  tag: string;
  /** `EnrichmentBatch`, `EnrichmentBatches`, `enrichment batch`, `batch`: of operations, of summaries, of parameters. */
  texts: { one: string; many: string; word: string; short: string; read: string; list?: string };
  rights: { list: AccessPolicy; read: AccessPolicy };
  /** `filters`: what restricts a list to one value of the field of that name. */
  list: { paging: Paging; filters?: Record<string, TSchema>; where?: (query: Record<string, unknown>) => Where<F> };
  /** What one that is read alone shows besides. */
  detail?: { fields: Record<string, TSchema>; of: (db: Reader, row: ValuesOf<F>) => Promise<Record<string, unknown>> };
  moves: Partial<Record<M, AskedMove<ValuesOf<F>>>>;
  lifecycle: Lifecycle<ValuesOf<F>, M>;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const article = (word: string) => (/^[aeio]/i.test(word) ? "an" : "a");
/** Its parameter in paths. */
export const runParams = (short: string) =>
  Type.Object({ job_id: Type.String({ format: "uuid", description: `Id of the ${short}.` }) });

/** List, read, and what a request may ask of one: start, pause, resume, cancel, retry, as far as its kind has them. */
export function runRoutes<F extends RunFields, M extends string>(
  services: Services,
  run: Run<F, M>,
  options: RunRoutes<F, M>,
) {
  return new Elysia({ prefix: options.path, tags: [options.tag] })
    .use(access(services))
    .use(readingRoutes(services, run, options))
    .use(movingRoutes(services, run, options));
}

function readingRoutes<F extends RunFields, M extends string>(
  services: Services,
  run: Run<F, M>,
  { tag, texts, rights, list, detail }: RunRoutes<F, M>,
) {
  const { paging, filters = {}, where = (query) => filtered(query, filters) as Where<F> } = list;
  const Detail: TObject = detail ? Type.Object({ ...run.Body.properties, ...detail.fields }) : run.Body;
  const words = texts.many.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return new Elysia({ tags: [tag] })
    .use(access(services))
    .get(
      "",
      ({ db, query }) =>
        listRuns(db, run, { paging, where: where(query), query }, async (rows) => rows.map((row) => run.bodyOf(row))),
      {
        policy: rights.list,
        query: runsQuery(paging, filters),
        response: { 200: runsPage(paging, run.Body) },
        detail: {
          operationId: `list${texts.many}`,
          summary: `List ${words}`,
          description: texts.list ?? "Newest first.",
        },
      },
    )
    .get(
      "/:job_id",
      async ({ db, params: { job_id: id } }) => {
        const row = await run.require(db, id);
        return { ...run.bodyOf(row), ...(await detail?.of(db, row)) };
      },
      {
        policy: rights.read,
        params: runParams(texts.short),
        response: { 200: Detail },
        detail: {
          operationId: `get${texts.one}`,
          summary: `Get ${article(texts.word)} ${texts.word}`,
          description: texts.read,
        },
      },
    );
}

/** The values of a query that restrict a list. */
const filtered = (query: Record<string, unknown>, filters: object) =>
  Object.fromEntries(Object.keys(filters).map((name) => [name, query[name]]));

function movingRoutes<F extends RunFields, M extends string>(
  services: Services,
  run: Run<F, M>,
  { tag, texts, moves, lifecycle }: RunRoutes<F, M>,
) {
  const routes = new Elysia({ tags: [tag] }).use(access(services));
  for (const [name, asked] of Object.entries<AskedMove<ValuesOf<F>> | undefined>(moves)) {
    if (!asked) continue;
    const move = name as M; // of the keys of `moves`
    const { policy, description, status: code = 200, requires } = asked;
    routes.post(
      `/:job_id/${move}`,
      async ({ db, write, params: { job_id: id }, status }) => {
        if (requires) {
          const row = await run.require(db, id);
          run.requireMove(row, move);
          await requires(services, db, row);
        }
        return status(code, run.bodyOf(await write(lifecycle.move, { id, move })));
      },
      {
        policy: { ...policy, refusals: ["INVALID_STATE", ...(policy.refusals ?? [])] },
        params: runParams(texts.short),
        response: { [code]: run.Body },
        detail: {
          operationId: `${move}${texts.one}`,
          summary: `${capital(move)} ${article(texts.word)} ${texts.word}`,
          description,
        },
      },
    );
  }
  return routes;
}
