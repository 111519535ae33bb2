import type { MutationContext, Tx } from "../../../db/ports.ts";
import { touchOwned } from "../../products/changes/commit/touch-owned.ts";
import { planTurns } from "../pricing/turns.ts";
import { findTaxSettings } from "./tax-settings.ts";

const DAY_MS = 86_400_000;

/** Lets feeds, shops and all others that follow products notice that their prices have another tax. */
export const touchTaxed = (tx: Tx, context: MutationContext): Promise<void> =>
  touchOwned(tx, "tenant", [tx.tenantId], context);

/** A rate with the first and the last of its days. */
interface Dated {
  id: string;
  valid_from: string | null;
  valid_until: string | null;
}

/** The same when a rate has changed, and on the days on which it begins and ends. Without a country tax is left out of account. */
export async function touchRated(tx: Tx, rate: Dated, context: MutationContext): Promise<void> {
  const startMs = rate.valid_from === null ? null : Date.parse(rate.valid_from);
  const endMs = rate.valid_until === null ? null : Date.parse(rate.valid_until) + DAY_MS;
  await planTurns(tx, { id: rate.id, startMs, endMs }, { owner: "tenant", ownerIds: [tx.tenantId] }, context);
  if ((await findTaxSettings(tx)).country !== null) await touchTaxed(tx, context);
}
