import type { Reader } from "../ports.ts";
import { type Row, text } from "../rows.ts";

/** A connector that may be meant by a webhook. */
export interface Receiver {
  tenantId: string;
  id: string;
}

/** How many are looked at, and of how many the tenants take turns: what a delivery costs does not grow with all there are. */
const TRIED_MAX = 50;
const TURNS_MAX = 1_000;

const CAN_RECEIVE = "platform_id = :platformId and receiver_key is not null and is_active = 1";
const read = (row: Row): Receiver => ({ tenantId: text(row, "tenant_id"), id: text(row, "id") });

/** The newest of those that a condition leaves; of each tenant one, then the second of each: no tenant hides the others. */
const newest = (condition: string) =>
  `select tenant_id, id from
     (select tenant_id, id, row_number() over (partition by tenant_id order by id desc) as turn from
       (select tenant_id, id from connector where ${CAN_RECEIVE}${condition} order by id desc limit ${TURNS_MAX}))
    order by turn, id desc limit ${TRIED_MAX}`;
const ALL = newest("");
const BY_KEY = newest(" and receiver_key = :receiverKey");
const BY_ID = newest(" and id = :id");

/** Those of all tenants that webhooks of a platform may mean, a bounded number. */
export const listReceivers = (db: Reader, platformId: string): Promise<Receiver[]> => db.all(ALL, { platformId }, read);

/** Those of them whose key is this one. */
export const listReceiversByKey = (db: Reader, platformId: string, receiverKey: string): Promise<Receiver[]> =>
  db.all(BY_KEY, { platformId, receiverKey }, read);

/** The one of that id, if it is of the platform. */
export const listReceiversById = (db: Reader, platformId: string, id: string): Promise<Receiver[]> =>
  db.all(BY_ID, { platformId, id }, read);
