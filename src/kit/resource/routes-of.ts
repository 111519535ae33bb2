import type { TObject, TSchema } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import type { Counted } from "../../../db/table.ts";
import type { Condition } from "../../../db/table-statements.ts";
import type { AccessPolicy } from "../../http/gate/policy.ts";
import type { ErrorCode } from "../../http/output/faults/error-codes.ts";
import type { Changes } from "./changes.ts";
import type { ListSpec } from "./list.ts";
import type { Given, RowOf } from "./record.ts";

/** How a resource is served. */
export interface ResourceRoutes<F, H, D, S> {
  /** `/product-tags` */
  path: string;
  /** The group in the description. */
  tag: string;
  /** `create` is as `edit` unless it says otherwise. */
  rights: { view: AccessPolicy; edit: AccessPolicy; remove: AccessPolicy; create?: AccessPolicy };
  changes: Partial<Changes<F, H, D, S>>;
  list?: ListSpec;
  /** What it has not, or does by routes of its own. PUT is PATCH under another name. */
  leaves?: readonly ("list" | "create" | "put" | "patch" | "delete")[];
  texts: ResourceTexts;
  /** Rows that are stored but hidden, by SQL and as read. */
  hides?: { condition: Condition; isHidden: (row: RowOf<F, H>) => boolean };
  /** Throws NOT_FOUND for an unknown parent. */
  requireParent?: (db: Reader, parentId: string) => Promise<unknown>;
  /** The options of a deletion in its query. */
  remove?: { query: TObject; how: (query: Record<string, unknown>) => D; refusals?: readonly ErrorCode[] };
  /** What takes too long for the writer, or can be refused without it: cleaning HTML, unknown languages. */
  prepare?: (fields: Given<F>) => Given<F>;
  /** Takes the secrets out of a body: what is stored of them beside the fields, and what the answer to a creation shows once. */
  seal?: (sent: Given<F> & Record<string, unknown>, place: Place) => { fields: Given<F>; sealed?: S; once?: string };
  /** The answer to a creation, where that shows what is shown only once: it has no ETag and is not stored. */
  once?: { Body: TObject; bodyOf: (row: RowOf<F, H>, once: string) => Record<string, unknown> };
  /** What answers show besides the fields, or otherwise than these say, at this time. */
  shows?: { fields: Record<string, TSchema>; of: (row: RowOf<F, H>, nowMs: number) => Record<string, unknown> };
  /** What answers show that the version does not grow with. */
  stampOf?: (row: RowOf<F, H> & Counted) => string;
  /** Answers to changes show what is computed of other rows: the row is read again. */
  isReread?: boolean;
  /** Waits for a change, and does what must follow at once. */
  after?: <T>(tenantId: string, change: Promise<T>) => Promise<T>;
}

/** Whose secret it is, and who sends it. */
export interface Place {
  request: Request;
  tenantId: string;
  id: string;
  isNew: boolean;
}

/** The words of a resource's description: operations are called `listTags`, `createTag`, `getTag`, `putTag`, `updateTag`, `deleteTag`. */
export interface ResourceTexts {
  /** `Tag` */
  one: string;
  /** Absent: `one` with an s. */
  many?: string;
  /** What the summaries call one, and several: made of the noun and of `many` when absent. */
  word?: string;
  words?: string;
  /** What a deletion is called where it is not one: `revoke`, `revoked`. */
  removal?: { verb: string; done: string };
  /** Absent: "Newest first." */
  list?: string;
  create: string;
  read: string;
  /** Absent: "Absent fields keep their value." */
  change?: string;
  remove: string;
}
