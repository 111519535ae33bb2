import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import type { Where } from "../../../db/keyed-table.ts";
import type { Mutation, Reader } from "../../../db/ports.ts";
import type { ValuesOf } from "../../../db/table.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import type { AccessPolicy } from "../../http/gate/policy.ts";
import { idParams } from "../../http/input/fields.ts";
import { withETag } from "../../http/output/etag.ts";
import type { Language } from "../../http/output/messages.ts";
import type { Services } from "../../runtime/services.ts";
import { EventStream, FOLLOWS, followAnswer, readWaiting, Wait } from "../follow.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { listRuns, type Paging, runsPage, runsQuery } from "./list.ts";
import type { Run, RunFields } from "./run.ts";

/** What a request asks of a run: its route is called as the move is. */
interface MoveRoute<Row> {
  policy: AccessPolicy;
  description: string;
  /** Default 200. */
  status?: 202;
  /** The mutation that does it, where that is more than the move. */
  change?: Mutation<{ id: string; move: string }, Row>;
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
  texts: { one: string; many?: string; word: string; short: string; read: string; list?: string };
  rights: { list: AccessPolicy; read: AccessPolicy };
  /** `filters`: what restricts a list to one value of the field of that name. */
  list: { paging: Paging; filters?: Record<string, TSchema>; where?: (query: Record<string, unknown>) => Where<F> };
  /** Some of them as the API shows them, where that needs more than their rows. `isAlone`: one by its id. */
  bodies?: (db: Reader, rows: readonly ValuesOf<F>[], how: { isAlone: boolean; language: Language }) => Promise<Body[]>;
  /** What its ETag is made of; absent: it has none. */
  versionOf?: (row: ValuesOf<F>) => string;
  /** What one that is read alone shows besides. */
  detail?: { fields: Record<string, TSchema>; of: (db: Reader, row: ValuesOf<F>) => Promise<Record<string, unknown>> };
  moves: Partial<Record<M, MoveRoute<ValuesOf<F>>>>;
  lifecycle: Lifecycle<ValuesOf<F>, M>;
}

type Body = Record<string, unknown>;

/** How runs of a kind are shown. */
function showing<F extends RunFields, M extends string>(run: Run<F, M>, { bodies }: RunRoutes<F, M>) {
  const all = bodies ?? (async (_: Reader, rows: readonly ValuesOf<F>[]) => rows.map((row) => run.bodyOf(row)));
  return {
    all,
    one: async (db: Reader, row: ValuesOf<F>, language: Language): Promise<Body> => {
      const [body = {}] = await all(db, [row], { isAlone: true, language });
      return body;
    },
  };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const article = (word: string) => (/^[aeio]/i.test(word) ? "an" : "a");
/** Its parameter in paths. */
export const runParams = (short: string) => idParams({ job_id: short });

/** List, read, and what a request may ask of one: start, pause, resume, cancel, retry, as far as its kind has them. */
export function runRoutes<F extends RunFields, M extends string>(
  services: Services,
  run: Run<F, M>,
  options: RunRoutes<F, M>,
) {
  return accessRoutes(services, options.tag, options.path)
    .use(readingRoutes(services, run, options))
    .use(movingRoutes(services, run, options));
}

function readingRoutes<F extends RunFields, M extends string>(
  services: Services,
  run: Run<F, M>,
  options: RunRoutes<F, M>,
) {
  const { tag, texts, rights, list, detail, versionOf } = options;
  const show = showing(run, options);
  const { paging, filters = {}, where = (query) => filtered(query, filters) as Where<F> } = list;
  const Detail: TObject = detail ? Type.Object({ ...run.Body.properties, ...detail.fields }) : run.Body;
  const followed = (db: Reader, id: string, language: Language) => {
    let row: ValuesOf<F> | undefined;
    return {
      read: async (): Promise<Body> => {
        row = await run.require(db, id);
        return { ...(await show.one(db, row, language)), ...(await detail?.of(db, row)) };
      },
      isAtRest: () => row === undefined || run.isAtRest(row),
      /** Of what was read last. */
      version: () => (row && versionOf ? versionOf(row) : ""),
    };
  };
  const { many = `${texts.one}s` } = texts;
  const words = many.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return accessRoutes(services, tag)
    .get(
      "",
      ({ db, query, language }) =>
        listRuns(db, run, { paging, where: where(query), query }, (rows) =>
          show.all(db, rows, { isAlone: false, language }),
        ),
      {
        policy: rights.list,
        query: runsQuery(paging, filters),
        response: { 200: runsPage(paging, run.Body) },
        detail: {
          operationId: `list${many}`,
          summary: `List ${words}`,
          description: texts.list ?? "Newest first.",
        },
      },
    )
    .get(
      "/:job_id",
      async ({ db, tenantId, request, call, params: { job_id: id }, query, language, headers, set }) => {
        const variant = bodiesVary(options, language);
        const { read, isAtRest, version } = followed(db, id, language);
        const known = versionOf && headers["if-none-match"];
        const waiting = { tenantId, seconds: query.wait, known, tagOf: version, signal: request.signal, call };
        const body = await readWaiting(services, waiting, { read, isAtRest });
        return versionOf ? withETag({ headers, set }, version(), body, variant) : body;
      },
      {
        policy: rights.read,
        params: runParams(texts.short),
        query: Type.Object(Wait),
        response: { 200: Detail },
        detail: {
          operationId: `get${texts.one}`,
          summary: `Get ${article(texts.word)} ${texts.word}`,
          description: texts.read,
        },
      },
    )
    .get(
      "/:job_id/events",
      ({ db, tenantId, request, params: { job_id: id }, language }) =>
        followAnswer(services, request, tenantId, followed(db, id, language)),
      {
        policy: rights.read,
        params: runParams(texts.short),
        response: { 200: EventStream },
        detail: {
          operationId: `follow${texts.one}`,
          summary: `Follow ${article(texts.word)} ${texts.word}`,
          description: FOLLOWS,
        },
      },
    );
}

/** What distinguishes bodies of one version. */
const bodiesVary = ({ bodies }: { bodies?: unknown }, language: Language) => (bodies ? language : "");

/** The values of a query that restrict a list. */
const filtered = (query: Record<string, unknown>, filters: object) =>
  Object.fromEntries(Object.keys(filters).map((name) => [name, query[name]]));

function movingRoutes<F extends RunFields, M extends string>(
  services: Services,
  run: Run<F, M>,
  options: RunRoutes<F, M>,
) {
  const { tag, texts, moves, lifecycle } = options;
  const show = showing(run, options);
  const routes = accessRoutes(services, tag);
  for (const [name, requested] of Object.entries<MoveRoute<ValuesOf<F>> | undefined>(moves)) {
    if (!requested) continue;
    const move = name as M; // of the keys of `moves`
    const { policy, description, status: code = 200, requires, change = lifecycle.move } = requested;
    routes.post(
      `/:job_id/${move}`,
      async ({ db, write, params: { job_id: id }, status, language }) => {
        if (requires) {
          const row = await run.require(db, id);
          run.requireMove(row, move);
          await requires(services, db, row);
        }
        const moved = await write(change, { id, move });
        return status(code, await show.one(db, moved, language));
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
