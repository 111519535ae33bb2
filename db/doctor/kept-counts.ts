import type { Connection } from "../local/connection.ts";
import type { Reader } from "../ports.ts";
import { number, text } from "../rows.ts";

/** A count that is kept beside the rows it counts, and is not their number. */
export interface WrongCount {
  /** Which one, in words. */
  name: string;
  tenantId: string;
  kept: number;
  counted: number;
}

// Recounted, each as the triggers of db/schema keep it.
const OWNED = `select tenant_id, owner_id, count(*) as counted from (
    select tenant_id, brand_id as owner_id from product where deleted_at_ms is null and brand_id is not null
    union all select tenant_id, category_id from product where deleted_at_ms is null and category_id is not null
    union all select tenant_id, 'status ' || status from product where deleted_at_ms is null
    union all select link.tenant_id, link.supplier_id from product_supplier link
      join product on product.tenant_id = link.tenant_id and product.id = link.product_id
      where product.deleted_at_ms is null
    union all select link.tenant_id, link.tag_id from product_tag link
      join product on product.tenant_id = link.tenant_id and product.id = link.product_id
      where product.deleted_at_ms is null
  ) group by tenant_id, owner_id`;
const PRODUCTS = `select tenant_id, sum(deleted_at_ms is null) as live, sum(deleted_at_ms is not null) as deleted
  from product group by tenant_id`;
const STORED = `select tenant_id, sum(bytes) as counted from (
    select tenant_id, file_size_bytes as bytes from import where file_key is not null
    union all select tenant_id, size_bytes from compliance_document
    union all select tenant_id, file_size_bytes from export_task where file_deleted_at_ms is null
    union all select tenant_id, file_size_bytes from export_feed
    union all select tenant_id, size_bytes from media where is_stored = 1
  ) where bytes is not null group by tenant_id`;
const UNFINISHED = `select queue, tenant_id, sum(state = 'ready') as ready, sum(state = 'running') as running
  from job where state in ('ready', 'running') group by queue, tenant_id`;

/** Each finds the counts of one kind that are wrong. */
const WRONG = {
  "products of a tenant": `select coalesce(kept.tenant_id, real.tenant_id) as tenant_id,
      ifnull(kept.live_products, 0) as kept, ifnull(real.live, 0) as counted
    from tenant_clock kept full join (${PRODUCTS}) real on real.tenant_id = kept.tenant_id
    where ifnull(kept.live_products, 0) <> ifnull(real.live, 0)`,
  "deleted products of a tenant": `select coalesce(kept.tenant_id, real.tenant_id) as tenant_id,
      ifnull(kept.deleted_products, 0) as kept, ifnull(real.deleted, 0) as counted
    from tenant_clock kept full join (${PRODUCTS}) real on real.tenant_id = kept.tenant_id
    where ifnull(kept.deleted_products, 0) <> ifnull(real.deleted, 0)`,
  "products of a brand, category, supplier, tag or status": `select
      coalesce(kept.tenant_id, real.tenant_id) as tenant_id,
      ifnull(kept.products, 0) as kept, ifnull(real.counted, 0) as counted
    from product_count kept full join (${OWNED}) real
      on real.tenant_id = kept.tenant_id and real.owner_id = kept.owner_id
    where ifnull(kept.products, 0) <> ifnull(real.counted, 0)`,
  "bytes of stored files": `select coalesce(kept.tenant_id, real.tenant_id) as tenant_id,
      ifnull(kept.stored_bytes, 0) as kept, ifnull(real.counted, 0) as counted
    from tenant_storage kept full join (${STORED}) real on real.tenant_id = kept.tenant_id
    where ifnull(kept.stored_bytes, 0) <> ifnull(real.counted, 0)`,
  "jobs that wait": `select coalesce(kept.tenant_id, real.tenant_id) as tenant_id,
      ifnull(kept.ready, 0) as kept, ifnull(real.ready, 0) as counted
    from job_lane kept full join (${UNFINISHED}) real on real.queue = kept.queue and real.tenant_id = kept.tenant_id
    where ifnull(kept.ready, 0) <> ifnull(real.ready, 0)`,
  "jobs that run": `select coalesce(kept.tenant_id, real.tenant_id) as tenant_id,
      ifnull(kept.running, 0) as kept, ifnull(real.running, 0) as counted
    from job_lane kept full join (${UNFINISHED}) real on real.queue = kept.queue and real.tenant_id = kept.tenant_id
    where ifnull(kept.running, 0) <> ifnull(real.running, 0)`,
};
const SHOWN_MAX = 20;

/**
 * The kept counts of all tenants that are not what is counted, some of each kind. Reads the whole catalog once for each
 * kind: for a process that answers no requests.
 */
export async function listWrongCounts(db: Reader): Promise<WrongCount[]> {
  const found: WrongCount[] = [];
  for (const [name, sql] of Object.entries(WRONG)) {
    const rows = await db.all(`${sql} limit ${SHOWN_MAX}`, {}, (row) => ({
      name,
      tenantId: text(row, "tenant_id"),
      kept: number(row, "kept"),
      counted: number(row, "counted"),
    }));
    found.push(...rows);
  }
  return found;
}

/** Recounts all, in one transaction, on the only connection that writes. */
export function recount(connection: Connection): void {
  connection.exec(`begin immediate;
    delete from product_count;
    insert into product_count (tenant_id, owner_id, products) ${OWNED};
    update tenant_clock set live_products = 0, deleted_products = 0;
    update tenant_clock set live_products = real.live, deleted_products = real.deleted
      from (${PRODUCTS}) real where real.tenant_id = tenant_clock.tenant_id;
    delete from tenant_storage;
    insert into tenant_storage (tenant_id, stored_bytes) ${STORED};
    update job_lane set ready = 0, running = 0;
    insert into job_lane (queue, tenant_id, ready, running)
      select queue, tenant_id, ready, running from (${UNFINISHED}) where true
      on conflict do update set ready = excluded.ready, running = excluded.running;
    insert or ignore into job_queue (queue) select queue from job_lane;
    commit;`);
}
