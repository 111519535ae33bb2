import { AUTHOR, type Author } from "../history/product-changes.ts";
import { wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { WORKFLOW_STATUSES } from "../products/product-row.ts";
import { called, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, TEXT, TEXT_OR_NULL } from "../table.ts";

const MOVE = selection("product_move", {
  atMs: NUMBER,
  action: TEXT,
  from: called("from_status", wordColumn(WORKFLOW_STATUSES)),
  to: called("to_status", wordColumn(WORKFLOW_STATUSES)),
  comment: TEXT_OR_NULL,
});
const BY = selection("product_move", AUTHOR);
/** A move of a product through the publication workflow. */
export type ProductMove = SelectedBy<typeof MOVE> & { author: Author };

/** The latest moves of a product, newest first. */
export const listMoves = (db: Reader, productId: string, limit: number): Promise<ProductMove[]> =>
  db.all(
    `select ${MOVE.selected}, ${BY.selected} from product_move
      where tenant_id = :tenant and product_id = :productId order by number desc limit :limit`,
    { productId, limit },
    (row) => ({ ...MOVE.read(row), author: BY.read(row) }),
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
