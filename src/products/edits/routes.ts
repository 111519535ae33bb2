import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { editedProducts } from "../../../db/bulk-edits/edited-products.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { requirePermission } from "../../http/gate/admission.ts";
import { expandable } from "../../http/input/expand.ts";
import { Uuid } from "../../http/input/fields.ts";
import { flatPageOf, pageQuery } from "../../http/input/page.ts";
import type { ErrorCode } from "../../http/output/faults/error-codes.ts";
import { itemError } from "../../http/output/faults/item-error.ts";
import { listProducts } from "../../kit/runs/list.ts";
import { runParams, runRoutes } from "../../kit/runs/routes.ts";
import type { Services } from "../../runtime/services.ts";
import { countCall } from "../calls.ts";
import { EDIT, VIEW } from "../policies.ts";
import { BulkEdits, create, lifecycle } from "./bulk-edit.ts";
import { BulkEditCreate, readEdit } from "./read-edit.ts";

const PATH = "/products/bulk/edits";
const TAG = "Products";
const WORD = "bulk edit";
const routes = (services: Services) => accessRoutes(services, TAG, PATH);

/** `/products/bulk/edits`: one change of all products that a filter names, with its progress and its undo. */
export const bulkEditRoutes = (services: Services) =>
  new Elysia()
    .use(createRoutes(services))
    .use(
      runRoutes(services, BulkEdits, {
        path: PATH,
        tag: TAG,
        texts: {
          one: "BulkEdit",
          word: WORD,
          short: WORD,
          read: "What it sets, how far it is, and how many products it has changed, left and refused.",
        },
        rights: { list: VIEW, read: { ...VIEW, tier: "PROGRESS_POLL" } },
        list: { paging: "pages", filters: { status: BulkEdits.Body.properties["status"] ?? Type.String() } },
        moves: {
          cancel: { policy: EDIT, description: "Products that are changed already stay so; `undo` takes them back." },
        },
        lifecycle,
      }),
    )
    .use(undoRoutes(services))
    .use(errorRoutes(services));

const createRoutes = (services: Services) =>
  routes(services).post(
    "",
    async ({ tenantId, write, body, principal, set, status }) => {
      if (body.action === "delete") requirePermission(principal, "DELETE_CATALOG");
      const { filter, given } = readEdit(body);
      if (given.action === "move" && given.fields["action"] !== "submit")
        requirePermission(principal, "PUBLISH_CATALOG");
      const { total } = await services.call(countCall, tenantId, filter);
      const made = await write(create, { ...given, total, tasksMax: services.config.tenantTasks });
      set.headers["location"] = `/api/v1${PATH}/${made.id}`;
      return status(202, BulkEdits.bodyOf(made));
    },
    {
      policy: { ...EDIT, tier: "BULK_UPDATE", refusals: ["PERMISSION_DENIED", "RATE_LIMIT_EXCEEDED"], narrows: true },
      body: BulkEditCreate,
      response: { 202: BulkEdits.Body },
      detail: {
        operationId: "createBulkEdit",
        summary: "Change all products of a filter",
        description:
          "Begins at once and goes on when the caller leaves; each product is taken wholly or not at all. Products made after " +
          "the request stay as they are. `delete` needs DELETE_CATALOG, and `move` PUBLISH_CATALOG for all actions but `submit`.",
      },
    },
  );

const undoRoutes = (services: Services) =>
  routes(services).post(
    "/:job_id/undo",
    async ({ db, write, params: { job_id: id }, principal, status }) => {
      const { action } = await BulkEdits.require(db, id);
      if (action === "delete") requirePermission(principal, "DELETE_CATALOG");
      return status(202, BulkEdits.bodyOf(await write(lifecycle.move, { id, move: "undo" })));
    },
    {
      policy: { ...EDIT, tier: "BULK_UPDATE", refusals: ["INVALID_STATE", "PERMISSION_DENIED"] },
      params: runParams(WORD),
      response: { 202: BulkEdits.Body },
      detail: {
        operationId: "undoBulkEdit",
        summary: "Undo a bulk edit",
        description:
          "Gives each product its former values, and shows deleted ones again, once the edit has ended or was cancelled. What " +
          "somebody has changed since stays, and is counted in `kept`. Workflow actions are not undone: run the one that leads back.",
      },
    },
  );

const EditError = Type.Object(
  {
    product_id: Uuid,
    error_code: Type.String(),
    message: Type.String(),
    field: Type.Optional(Type.String({ description: "The first invalid field." })),
    ...expandable({ product: "product" }),
  },
  { title: "BulkEditError" },
);

const errorRoutes = (services: Services) =>
  routes(services).get(
    "/:job_id/errors",
    async ({ db, params, query, language }) => {
      const { id: runId } = await BulkEdits.require(db, params.job_id);
      const where = { runId, outcome: "failed" as const };
      return listProducts(db, editedProducts, { where, query }, ({ productId, fault }) => ({
        product_id: productId,
        // Stored by `editPage` of an error of the API.
        ...itemError({ code: (fault?.code ?? "NOT_FOUND") as ErrorCode, options: fault?.options ?? {} }, language),
      }));
    },
    {
      policy: VIEW,
      params: runParams(WORD),
      query: pageQuery(),
      response: { 200: flatPageOf(EditError) },
      detail: {
        operationId: "listBulkEditErrors",
        summary: "List the products that a bulk edit could not change",
        description: "Each product that was refused, with the reason, in the order of their ids.",
      },
    },
  );
