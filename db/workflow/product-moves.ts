import type { Author } from "../history/product-changes.ts";
import type { Reader, Tx } from "../ports.ts";
import { WORKFLOW_STATUSES, type WorkflowStatus } from "../products/product-row.ts";
import { number, type Row, text, textOrNull } from "../rows.ts";

/** A move of a product through the publication workflow. */
export interface ProductMove {
  atMs: number;
  action: string;
  from: WorkflowStatus;
  to: WorkflowStatus;
  comment: string | null;
  author: Author;
}

const statusOf = (row: Row, column: string): WorkflowStatus => {
  const status = WORKFLOW_STATUSES.find((each) => each === text(row, column));
  if (status === undefined) throw new TypeError(`Cannot read ${column} as a status of the workflow`);
  return status;
};

const readMove = (row: Row): ProductMove => ({
  atMs: number(row, "at_ms"),
  action: text(row, "action"),
  from: statusOf(row, "from_status"),
  to: statusOf(row, "to_status"),
  comment: textOrNull(row, "comment"),
  // Written by `insertMoves`.
  author: {
    kind: text(row, "actor_kind") as Author["kind"],
    id: textOrNull(row, "actor_id"),
    name: textOrNull(row, "actor_name"),
  },
});

/** The latest moves of a product, newest first. */
export const listMoves = (db: Reader, productId: string, limit: number): Promise<ProductMove[]> =>
  db.all(
    `select at_ms, action, from_status, to_status, comment, actor_kind, actor_id, actor_name from product_move
      where tenant_id = :tenant and product_id = :productId order by number desc limit :limit`,
    { productId, limit },
    readMove,
  );

export const insertMoves = (tx: Tx, moves: readonly (ProductMove & { productId: string })[]): Promise<void> =>
  tx.runMany(
    `insert into product_move (tenant_id, product_id, number, at_ms, action, from_status, to_status, comment,
        actor_kind, actor_id, actor_name)
      values (:tenant, :productId, ifnull((select max(last.number) from product_move last
          where last.tenant_id = :tenant and last.product_id = :productId), 0) + 1,
        :atMs, :action, :from, :to, :comment, :actorKind, :actorId, :actorName)`,
    moves.map(({ author, ...move }) => ({
      ...move,
      actorKind: author.kind,
      actorId: author.id,
      actorName: author.name,
    })),
  );
