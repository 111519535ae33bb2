import { Type } from "@sinclair/typebox";
import { WORKFLOW_STATUSES } from "../../../db/products/product-row.ts";
import { orNull, ProductParams, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { WORKFLOW_ACTIONS } from "./workflow-states.ts";

const TextOrNull = orNull(Type.String());
const Status = oneOf(WORKFLOW_STATUSES, { title: "WorkflowStatus" });
const Comment = Type.Optional(Type.String({ maxLength: 1000, description: "Stored with the transition." }));

export const ActionParams = Type.Object({
  ...ProductParams.properties,
  action: Type.String({ description: `One of ${WORKFLOW_ACTIONS.join(", ")}.`, examples: ["approve"] }),
});

export const MoveBody = Type.Optional(Type.Object({ comment: Comment }));

export const WorkflowBody = Type.Object({
  product_id: Uuid,
  status: Status,
  completeness_score: Type.Integer({ minimum: 0, maximum: 100 }),
  required_score: Type.Integer({ description: "Completeness score required for publication." }),
  can_publish: Type.Boolean({ description: "Whether `publish` would succeed now." }),
  allowed_actions: Type.Array(oneOf(WORKFLOW_ACTIONS)),
  history: Type.Array(
    Type.Object({
      from: Status,
      to: Status,
      action: Type.String(),
      by: Type.Object(
        { kind: Type.String(), id: TextOrNull, name: TextOrNull },
        { description: "Who made the transition; name at that time." },
      ),
      comment: TextOrNull,
      at: Type.String({ format: "date-time" }),
    }),
    { description: "The last 100 transitions, newest first." },
  ),
});

export const BulkMove = Type.Object({
  product_ids: Type.Array(Uuid, { minItems: 1, maxItems: 100 }),
  action: oneOf(WORKFLOW_ACTIONS),
  comment: Comment,
});

export const BulkMoved = Type.Object({
  updated: Type.Integer(),
  errors: Type.Array(Type.Object({ id: Uuid, error_code: Type.String(), message: Type.String() }), {
    description: "Products that were not moved.",
  }),
});
