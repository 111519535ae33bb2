import type { WorkflowStatus } from "../../../db/products/product-row.ts";

export const WORKFLOW_ACTIONS = ["submit", "approve", "reject", "publish", "unpublish", "archive", "restore"] as const;
export type WorkflowAction = (typeof WORKFLOW_ACTIONS)[number];

/** Where each action leads, and from where. `archive` goes from everywhere else. */
const MOVES: Record<WorkflowAction, { from: readonly WorkflowStatus[]; to: WorkflowStatus }> = {
  submit: { from: ["draft"], to: "review" },
  approve: { from: ["review"], to: "approved" },
  reject: { from: ["review"], to: "draft" },
  publish: { from: ["approved"], to: "published" },
  unpublish: { from: ["published"], to: "approved" },
  archive: { from: ["draft", "review", "approved", "published"], to: "archived" },
  restore: { from: ["archived"], to: "draft" },
};

/** Where an action leads from a status; `undefined` when it cannot be done there. */
export const nextWorkflowStatus = (status: WorkflowStatus, action: WorkflowAction): WorkflowStatus | undefined =>
  MOVES[action].from.includes(status) ? MOVES[action].to : undefined;

/** What can be done in a status, in the order of a product's life. */
export const allowedActions = (status: WorkflowStatus): WorkflowAction[] =>
  WORKFLOW_ACTIONS.filter((action) => MOVES[action].from.includes(status));
