import { expect } from "bun:test";
import { json, number, text } from "../../db/rows.ts";
import { type Answer, newTenant } from "../harness.ts";
import { newEan } from "../products/given.ts";

type Reported = [type: string, facts?: string[] | object];
type Tenant = Awaited<ReturnType<typeof newTenant>>;
/** Ids and codes that steps give to later ones. */
export type Known = Record<string, string>;

/** One write, and all that it must emit to webhooks and leave in the history. */
export interface Step {
  does: string;
  call: (tenant: Tenant, known: Known) => Promise<Answer>;
  /** The events in order: of `product.updated` its `updated_fields`, of others some of their data. */
  tells?: Reported[];
  /** The fields of each new history row. */
  keeps?: string[][];
  learns?: (body: Answer["body"]) => Known;
}

const EVENTS = ["product.created", "product.updated", "product.deleted", "supplier.created", "supplier.updated"];
const UPDATES = ["stock.updated", "price.updated"];

/** Answers, at each call, what was emitted to the tenant and stored of its products since. */
export function watch(tenant: Tenant) {
  const seen = new Set<string>();
  const fresh = <T extends { key: string }>(rows: T[]) => rows.filter(({ key }) => !seen.has(key) && seen.add(key));
  return async () => {
    const events = await tenant.db.all(
      "select id, type, body from event where tenant_id = :tenant order by id",
      {},
      (row) => ({
        key: text(row, "id"),
        type: text(row, "type"),
        // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
        data: (json(row, "body") as any).data,
      }),
    );
    const changes = await tenant.db.all(
      "select row_id as key, changes from product_change where tenant_id = :tenant order by row_id",
      {},
      (row) => ({
        key: String(number(row, "key")),
        fields: (json(row, "changes") as [string][]).map(([field]) => field),
      }),
    );
    return {
      tells: fresh(events).map(({ type, data }) =>
        type === "product.updated" ? [type, data.updated_fields] : [type, data],
      ),
      keeps: fresh(changes).map(({ fields }) => fields.toSorted()),
    };
  };
}

/** Does the steps one after the other in a tenant of their own. */
export async function live(steps: Step[]): Promise<void> {
  const tenant = await newTenant();
  const hook = { name: "All", url: "https://r1.receiver.test/", events: [...EVENTS, ...UPDATES] };
  expect((await tenant.post("/webhooks", hook)).status).toBe(201);
  const known: Known = { ean: newEan(), other: newEan(), third: newEan() };
  const next = watch(tenant);
  for (const { does, call, tells = [], keeps = [], learns } of steps) {
    const answer = await call(tenant, known);
    if (answer.status >= 300) throw new Error(`${does}: ${answer.status} ${JSON.stringify(answer.body)}`);
    Object.assign(known, learns?.(answer.body));
    const expected = tells.map(([type, facts]) => [
      type,
      Array.isArray(facts) ? facts : expect.objectContaining(facts ?? {}),
    ]);
    expect({ does, ...(await next()) }).toEqual({ does, tells: expected, keeps });
  }
}

export const updated = (...fields: string[]): Reported[] => [["product.updated", fields]];
