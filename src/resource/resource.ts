import { type TObject, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Reader } from "../../db/ports.ts";
import type { Columns, Counted } from "../../db/table.ts";
import { access } from "../http/gate/access.ts";
import type { BoundWrite } from "../http/gate/gate.ts";
import type { AccessPolicy } from "../http/gate/policy.ts";
import { metaPageOf } from "../http/input/page.ts";
import { noContent } from "../http/output/answers.ts";
import type { ErrorCode } from "../http/output/error-codes.ts";
import { required } from "../http/output/errors.ts";
import { ifMatch, withETag } from "../http/output/etag.ts";
import type { Services } from "../runtime/services.ts";
import type { Changes } from "./changes.ts";
import { type ListSpec, listQuery, NAMED_LIST, pageOfList } from "./list.ts";
import { type Fields, type Given, type Record_, type RowOf, valueAt } from "./record.ts";

/** How a resource is served. */
export interface ResourceRoutes<F, H, D> {
  /** `/product-tags` */
  path: string;
  /** The group in the description. */
  tag: string;
  rights: { view: AccessPolicy; edit: AccessPolicy; remove: AccessPolicy };
  changes: Changes<F, H, D>;
  /** `false`: the family has a list of its own. */
  list?: ListSpec | false;
  /** Without PUT, which is PATCH under another name. */
  methods?: readonly ("put" | "patch")[];
  texts: ResourceTexts;
  /** Throws NOT_FOUND for a parent that there is not. */
  requireParent?: (db: Reader, parentId: string) => Promise<unknown>;
  /** What a deletion is told by its query. */
  remove?: { query: TObject; how: (query: Record<string, unknown>) => D; refusals?: readonly ErrorCode[] };
  /** What takes too long for the writer, or can be refused without it: cleaning HTML, languages that there are not. */
  prepare?: (fields: Given<F>) => Given<F>;
}

/** The words of a resource's description: operations are called `listTags`, `createTag`, `getTag`, `putTag`, `updateTag`, `deleteTag`. */
export interface ResourceTexts {
  /** `Tag`, `Tags` */
  one: string;
  many: string;
  /** What the summaries call one, and several: made of the noun and of `many` when absent. */
  word?: string;
  words?: string;
  list: string;
  create: string;
  read: string;
  change: string;
  remove: string;
}

type ETagContext = Parameters<typeof withETag>[0];
/** What the handler of a change takes of a route's context. */
interface ChangeContext extends ETagContext {
  write: BoundWrite;
  params: object;
  body: unknown;
}

type Options<F, H, D> = ResourceRoutes<F, H, D>;

/** What the routes of a resource share: how they name it, find it and answer with it. */
function shared<F extends Fields, H extends Columns, D>(record: Record_<F, H>, options: Options<F, H, D>) {
  const { noun, param, parentColumn, table, bodyOf, parentIdOf, isCounted } = record;
  const { path, rights, texts, prepare = (fields) => fields } = options;
  const at = (params: object, name: string) => String(valueAt(params, name));
  const idOf = (params: object) => at(params, param);
  const parentOf = (params: object) => (parentColumn === undefined ? undefined : at(params, parentColumn));
  const word = texts.word ?? noun.replaceAll("_", " ");
  return {
    idOf,
    parentOf,
    /** The path with the id of the parent in it. */
    placeOf: (params: object) => path.replace(`:${parentColumn}`, parentOf(params) ?? ""),
    /** The fields that a body sends: the schema has let them through. */
    fieldsOf: (body: unknown) => prepare(body as Given<F>),
    find: async (db: Reader, params: object) => {
      const parentId = parentOf(params);
      if (parentId !== undefined) await options.requireParent?.(db, parentId);
      const row = await table.find(db, idOf(params));
      const isHere = row && parentIdOf(row) === (parentId ?? "");
      return required(isHere ? row : undefined, noun, idOf(params));
    },
    answer: (context: ETagContext, row: RowOf<F, H> & Counted) =>
      withETag(context, row.version, bodyOf(row), isCounted ? String(row.product_count) : ""),
    policy: { refusals: ["DUPLICATE_RESOURCE"], ...rights.edit } satisfies AccessPolicy,
    word,
    detail: (verb: string, summary: string, description: string) => ({
      operationId: `${verb}${texts.one}`,
      summary: `${summary} ${/^[aeio]/i.test(word) ? "an" : "a"} ${word}`,
      description,
    }),
  };
}

function readingRoutes<F extends Fields, H extends Columns, D>(
  services: Services,
  record: Record_<F, H>,
  options: Options<F, H, D>,
) {
  const { param, table, Body, Params, bodyOf } = record;
  const { path, tag, rights, list = NAMED_LIST, texts } = options;
  const { find, answer, detail } = shared(record, options);
  const routes = new Elysia({ tags: [tag] })
    .use(access(services))
    .get(`/:${param}`, async ({ db, params, headers, set }) => answer({ headers, set }, await find(db, params)), {
      policy: rights.view,
      params: Params,
      response: { 200: Body },
      detail: detail("get", "Get", texts.read),
    });
  if (!list) return routes;
  const words = texts.words ?? texts.many.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return routes.get("", ({ db, query }) => pageOfList(db, { ...table, name: path.slice(1) }, list, query, bodyOf), {
    policy: rights.view,
    query: listQuery(list),
    response: { 200: metaPageOf(Body) },
    detail: { operationId: `list${texts.many}`, summary: `List ${words}`, description: texts.list },
  });
}

function changingRoutes<F extends Fields, H extends Columns, D>(
  services: Services,
  record: Record_<F, H>,
  options: Options<F, H, D>,
) {
  const { param, Body, Params, Update } = record;
  const { tag, changes, methods = ["put", "patch"], texts } = options;
  const { idOf, parentOf, fieldsOf, answer, policy, detail } = shared(record, options);
  const change = async ({ write, params, body, headers, set }: ChangeContext) => {
    const target = { id: idOf(params), parentId: parentOf(params), expected: ifMatch(headers) };
    return answer({ headers: {}, set }, await write(changes.update, { ...target, fields: fieldsOf(body) }));
  };
  const route = (verb: string) => ({
    policy,
    params: Params,
    body: Update,
    response: { 200: Body },
    detail: detail(verb, "Update", texts.change),
  });
  const routes = new Elysia({ tags: [tag] }).use(access(services));
  if (methods.includes("put")) routes.put(`/:${param}`, change, route("put"));
  if (methods.includes("patch")) routes.patch(`/:${param}`, change, route("update"));
  return routes;
}

/** List, create, read, change and delete of a resource, with ETag, If-Match and Location. */
export function resourceRoutes<F extends Fields, H extends Columns, D>(
  services: Services,
  record: Record_<F, H>,
  options: ResourceRoutes<F, H, D>,
) {
  const { param, shownId, Body, Create, Params, ListParams } = record;
  const { path, tag, rights, changes, texts, remove } = options;
  const { idOf, parentOf, placeOf, fieldsOf, answer, policy, word, detail } = shared(record, options);
  return new Elysia({ prefix: path, tags: [tag] })
    .use(access(services))
    .post(
      "",
      async ({ write, params, body, set, status }) => {
        const row = await write(changes.create, { parentId: parentOf(params), fields: fieldsOf(body) });
        set.headers["location"] = `/api/v1${placeOf(params)}/${shownId(row)}`;
        return status(201, answer({ headers: {}, set }, row));
      },
      {
        policy,
        ...(ListParams && { params: ListParams }),
        body: Create,
        response: { 201: Body },
        detail: detail("create", "Create", texts.create),
      },
    )
    .delete(
      `/:${param}`,
      async ({ write, params, query, headers }) => {
        // Without a query of its own there is nothing to say.
        const how = (remove?.how(query) ?? undefined) as D;
        const deletion = { id: idOf(params), parentId: parentOf(params), how, expected: ifMatch(headers) };
        while (!(await write(changes.remove, deletion)).isDone);
        return noContent();
      },
      {
        policy: { ...rights.remove, ...(remove?.refusals && { refusals: remove.refusals }) },
        params: Params,
        ...(remove && { query: remove.query }),
        response: { 204: Type.Void({ description: `The ${word} is deleted.` }) },
        detail: detail("delete", "Delete", texts.remove),
      },
    )
    .use(readingRoutes(services, record, options))
    .use(changingRoutes(services, record, options));
}
