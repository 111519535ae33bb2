import type { Reader } from "../../../db/ports.ts";
import type { ProductRow } from "../../../db/products/product-row.ts";
import { listMoves } from "../../../db/workflow/product-moves.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { requirePermission } from "../../http/gate/admission.ts";
import { ProductParams } from "../../http/input/fields.ts";
import { required } from "../../http/output/errors.ts";
import { type ETagContext, ifMatch, withETag } from "../../http/output/etag.ts";
import { itemError } from "../../http/output/faults/item-error.ts";
import type { Services } from "../../runtime/services.ts";
import { findPublication } from "../../settings/publication.ts";
import { isoOfMs } from "../../text/instant.ts";
import { findLiveProduct } from "../changes/live-product.ts";
import { completenessScore } from "../fields/completeness.ts";
import { VIEW } from "../policies.ts";
import { moveInBulk, moveProduct } from "./move-products.ts";
import { ActionParams, BulkMove, BulkMoved, MoveBody, WorkflowBody } from "./schema.ts";
import { allowedActions, WORKFLOW_ACTIONS } from "./workflow-states.ts";

const SUBMIT = {
  credential: "any",
  permission: "EDIT_CATALOG",
  scope: "products:write",
  tier: "WRITE_STANDARD",
  refusals: ["INVALID_STATE"],
} as const;
const PUBLISH = {
  ...SUBMIT,
  permission: "PUBLISH_CATALOG",
  refusals: ["INVALID_STATE", "COMPLETENESS_TOO_LOW"],
} as const;

const MOVES_MAX = 100;

/** The state of a product in the publication workflow, and how it came there. */
async function workflowBody(db: Reader, row: ProductRow) {
  const { minScore } = await findPublication(db);
  const moves = await listMoves(db, row.id, MOVES_MAX);
  const score = completenessScore(row);
  const actions = allowedActions(row.workflowStatus);
  return {
    product_id: row.id,
    status: row.workflowStatus,
    completeness_score: score,
    required_score: minScore,
    can_publish: actions.includes("publish") && score >= minScore,
    allowed_actions: actions,
    history: moves.map(({ atMs, author, ...move }) => ({ ...move, by: author, at: isoOfMs(atMs) })),
  };
}

async function answerWorkflow(context: ETagContext, db: Reader, id: string) {
  const row = await findLiveProduct(db, id);
  return withETag(context, row.updatedAtUs, await workflowBody(db, row), "workflow");
}

/** `/products/{product_id}/workflow`: from draft to published. */
export const workflowRoutes = (services: Services) =>
  accessRoutes(services, "Product Workflow", "/products")
    .get(
      "/:product_id/workflow",
      ({ db, params, headers, set }) => answerWorkflow({ headers, set }, db, params.product_id),
      {
        policy: VIEW,
        params: ProductParams,
        response: { 200: WorkflowBody },
        detail: {
          operationId: "getProductWorkflow",
          summary: "Get the workflow state of a product",
          description: "Status, allowed actions, required completeness and history.",
        },
      },
    )
    .post(
      "/:product_id/workflow/submit",
      async ({ db, write, params, body, headers, set }) => {
        const id = params.product_id;
        const comment = body?.comment ?? null;
        await write(moveProduct, { id, action: "submit", comment, expected: ifMatch(headers) });
        return answerWorkflow({ headers: {}, set }, db, id);
      },
      {
        policy: SUBMIT,
        params: ProductParams,
        body: MoveBody,
        response: { 200: WorkflowBody },
        detail: {
          operationId: "submitProduct",
          summary: "Submit a draft for review",
          description: "Moves the product from draft to review.",
        },
      },
    )
    .post(
      "/:product_id/workflow/:action",
      async ({ db, write, params, body, headers, set }) => {
        const id = params.product_id;
        const action = required(
          WORKFLOW_ACTIONS.find((each) => each === params.action),
          "workflow_action",
          params.action,
        );
        await write(moveProduct, { id, action, comment: body?.comment ?? null, expected: ifMatch(headers) });
        return answerWorkflow({ headers: {}, set }, db, id);
      },
      {
        policy: PUBLISH,
        params: ActionParams,
        body: MoveBody,
        response: { 200: WorkflowBody },
        detail: {
          operationId: "moveProduct",
          summary: "Run a workflow action",
          description:
            "`approve` or `reject` from review, `publish` if approved and complete enough, `unpublish`, `archive` from any status, `restore` to draft.",
        },
      },
    )
    .post(
      "/bulk/workflow",
      async ({ write, body, principal, language }) => {
        if (body.action !== "submit") requirePermission(principal, "PUBLISH_CATALOG");
        const ids = [...new Set(body.product_ids)];
        const { refused } = await write(moveInBulk, { ids, action: body.action, comment: body.comment ?? null });
        const errors = refused.map(({ id, ...fault }) => ({ id, ...itemError(fault, language) }));
        return { updated: ids.length - errors.length, errors };
      },
      {
        policy: { ...SUBMIT, tier: "BULK_UPDATE", refusals: ["PERMISSION_DENIED"], narrows: true },
        body: BulkMove,
        response: { 200: BulkMoved },
        detail: {
          operationId: "moveProductsInBulk",
          summary: "Run a workflow action on many products",
          description:
            "Each product independently; those that cannot be moved are listed. All actions except submit need PUBLISH_CATALOG.",
        },
      },
    );
