import { Type } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import type { Columns, Counted } from "../../../db/table.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import type { AccessPolicy } from "../../http/gate/policy.ts";
import type { BoundWrite } from "../../http/gate/write/bound-write.ts";
import { noContent } from "../../http/output/answers.ts";
import { required } from "../../http/output/errors.ts";
import { type ETagContext, ifMatch, withETag } from "../../http/output/etag.ts";
import type { Services } from "../../runtime/services.ts";
import { countedPageOfList, listPage, listQuery, NAMED_LIST } from "./list.ts";
import { type Fields, type Given, type Record_, type RowOf, valueAt } from "./record.ts";
import type { Place, ResourceRoutes } from "./routes-of.ts";

/** What the handler of a change takes of a route's context. */
interface ChangeContext extends ETagContext {
  db: Reader;
  request: Request;
  tenantId: string;
  write: BoundWrite;
  params: object;
  body: unknown;
}

type Options<F, H, D, S> = ResourceRoutes<F, H, D, S>;
/** One resource while its routes are made. */
interface Resource<F extends Fields, H extends Columns, D, S> {
  services: Services;
  record: Record_<F, H>;
  options: Options<F, H, D, S>;
}

const plain = <F>(fields: Given<F>): { fields: Given<F>; once?: string } => ({ fields });
const at = (params: object, name: string) => String(valueAt(params, name));

/** How the routes of a resource name it, find it and answer with it. */
function shared<F extends Fields, H extends Columns, D, S>({ services, record, options }: Resource<F, H, D, S>) {
  const { noun, param, parentColumn, table, parentIdOf, isCounted } = record;
  const { path, texts, hides, shows, stampOf = isCounted ? (row) => String(row.product_count) : () => "" } = options;
  const { prepare = (fields) => fields, seal = plain } = options;
  const idOf = (params: object) => at(params, param);
  const parentOf = (params: object) => (parentColumn === undefined ? undefined : at(params, parentColumn));
  const word = texts.word ?? noun.replaceAll("_", " ");
  const bodyOf = (row: RowOf<F, H> & Counted) => ({ ...record.bodyOf(row), ...shows?.of(row, services.now()) });
  const { description = "" } = record.Body;
  return {
    idOf,
    parentOf,
    bodyOf,
    Body: shows ? Type.Object({ ...record.Body.properties, ...shows.fields }, { description }) : record.Body,
    word,
    after: options.after ?? ((_, change) => change),
    leaves: (route: NonNullable<Options<F, H, D, S>["leaves"]>[number]) => options.leaves?.includes(route) ?? false,
    /** The path with the id of the parent in it. */
    placeOf: (params: object) => path.replace(`:${parentColumn}`, parentOf(params) ?? ""),
    /** What a body sends: the schema has let it through. */
    sentOf: (body: unknown, place: Place) => {
      const { fields, ...sealed } = seal(body as Given<F>, place);
      return { ...sealed, fields: prepare(fields) };
    },
    find: async (db: Reader, params: object) => {
      const parentId = parentOf(params);
      if (parentId !== undefined) await options.requireParent?.(db, parentId);
      const row = await table.find(db, idOf(params));
      const isHere = row && parentIdOf(row) === (parentId ?? "") && !hides?.isHidden(row);
      return required(isHere ? row : undefined, noun, idOf(params));
    },
    /** As it is after a change. */
    changed: async (db: Reader, row: RowOf<F, H> & Counted) =>
      options.isReread ? required(await table.find(db, row.id), noun, row.id) : row,
    answer: (context: ETagContext, row: RowOf<F, H> & Counted) =>
      withETag(context, row.version, bodyOf(row), stampOf(row)),
    policyOf: (policy: AccessPolicy): AccessPolicy => ({ refusals: ["DUPLICATE_RESOURCE"], ...policy }),
    detail: (verb: string, summary: string, description: string) => ({
      operationId: `${verb}${texts.one}`,
      summary: `${summary} ${/^[aeio]/i.test(word) ? "an" : "a"} ${word}`,
      description,
    }),
  };
}

function readingRoutes<F extends Fields, H extends Columns, D, S>(resource: Resource<F, H, D, S>) {
  const { services, record, options } = resource;
  const { param, table, Params } = record;
  const { path, tag, rights, list = NAMED_LIST, hides, texts } = options;
  const { Body, find, answer, bodyOf, detail, leaves } = shared(resource);
  const routes = accessRoutes(services, tag).get(
    `/:${param}`,
    async ({ db, params, headers, set }) => answer({ headers, set }, await find(db, params)),
    {
      policy: rights.view,
      params: Params,
      response: { 200: Body },
      detail: detail("get", "Get", texts.read),
    },
  );
  if (leaves("list")) return routes;
  const { many = `${texts.one}s`, list: description = "Newest first." } = texts;
  const words = texts.words ?? many.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  const source = { ...table, name: path.slice(1) };
  const always = hides ? [hides.condition] : [];
  return routes.get("", ({ db, query }) => countedPageOfList(db, source, list, query, bodyOf, always, services.now()), {
    policy: rights.view,
    query: listQuery(list),
    response: { 200: listPage(list, Body) },
    detail: { operationId: `list${many}`, summary: `List ${words}`, description },
  });
}

function changingRoutes<F extends Fields, H extends Columns, D, S>(resource: Resource<F, H, D, S>) {
  const { services, record, options } = resource;
  const { param, Params, Update } = record;
  const { tag, rights, changes, texts } = options;
  const { Body, idOf, parentOf, sentOf, after, changed, answer, policyOf, detail, leaves } = shared(resource);
  const routes = accessRoutes(services, tag);
  const { update } = changes;
  if (!update) return routes;
  const change = async ({ db, request, tenantId, write, params, body, headers, set }: ChangeContext) => {
    const id = idOf(params);
    const target = { id, parentId: parentOf(params), expected: ifMatch(headers) };
    const row = await after(
      tenantId,
      write(update, { ...target, ...sentOf(body, { request, tenantId, id, isNew: false }) }),
    );
    return answer({ headers: {}, set }, await changed(db, row));
  };
  const route = (verb: string) => ({
    policy: policyOf(rights.edit),
    params: Params,
    body: Update,
    response: { 200: Body },
    detail: detail(verb, "Update", texts.change ?? "Absent fields keep their value."),
  });
  if (!leaves("put")) routes.put(`/:${param}`, change, route("put"));
  if (!leaves("patch")) routes.patch(`/:${param}`, change, route("update"));
  return routes;
}

function creatingRoute<F extends Fields, H extends Columns, D, S>(resource: Resource<F, H, D, S>) {
  const { services, record, options } = resource;
  const { shownId, Create, ListParams } = record;
  const { tag, rights, changes, texts, once: shownOnce } = options;
  const { Body, parentOf, placeOf, sentOf, after, changed, answer, policyOf, detail, leaves } = shared(resource);
  const routes = accessRoutes(services, tag);
  const { create } = changes;
  if (!create || leaves("create")) return routes;
  return routes.post(
    "",
    async ({ db, request, tenantId, write, params, body, set, status }) => {
      const id = services.newId();
      const { once = "", ...sent } = sentOf(body, { request, tenantId, id, isNew: true });
      const row = await after(tenantId, write(create, { id, parentId: parentOf(params), ...sent }));
      set.headers["location"] = `/api/v1${placeOf(params)}/${shownId(row)}`;
      return status(
        201,
        shownOnce ? shownOnce.bodyOf(row, once) : answer({ headers: {}, set }, await changed(db, row)),
      );
    },
    {
      policy: policyOf(rights.create ?? rights.edit),
      ...(ListParams && { params: ListParams }),
      body: Create,
      response: { 201: shownOnce?.Body ?? Body },
      detail: detail("create", "Create", texts.create),
    },
  );
}

function deletingRoute<F extends Fields, H extends Columns, D, S>(resource: Resource<F, H, D, S>) {
  const { services, record, options } = resource;
  const { tag, rights, changes, texts, remove } = options;
  const { idOf, parentOf, after, word, detail, leaves } = shared(resource);
  const routes = accessRoutes(services, tag);
  const { remove: removal } = changes;
  if (!removal || leaves("delete")) return routes;
  const { verb, done } = texts.removal ?? { verb: "delete", done: "deleted" };
  return routes.delete(
    `/:${record.param}`,
    async ({ tenantId, write, params, query, headers }) => {
      // Without a query of its own there is nothing to say.
      const how = (remove?.how(query) ?? undefined) as D;
      const deletion = { id: idOf(params), parentId: parentOf(params), how, expected: ifMatch(headers) };
      while (!(await after(tenantId, write(removal, deletion))).isDone);
      return noContent();
    },
    {
      policy: { ...rights.remove, ...(remove?.refusals && { refusals: remove.refusals }) },
      params: record.Params,
      ...(remove && { query: remove.query }),
      response: { 204: Type.Void({ description: `The ${word} is ${done}.` }) },
      detail: detail(verb, `${verb.charAt(0).toUpperCase()}${verb.slice(1)}`, texts.remove),
    },
  );
}

/** List, create, read, change and delete of a resource, with ETag, If-Match and Location. */
export function resourceRoutes<F extends Fields, H extends Columns, D, S>(
  services: Services,
  record: Record_<F, H>,
  options: ResourceRoutes<F, H, D, S>,
) {
  const resource = { services, record, options };
  return accessRoutes(services, options.tag, options.path)
    .use(creatingRoute(resource))
    .use(deletingRoute(resource))
    .use(readingRoutes(resource))
    .use(changingRoutes(resource));
}
