import { mutation } from "../../../db/ports.ts";
import { acknowledgeTrigger, findTrigger } from "../../../db/price-alerts/triggers.ts";
import { required } from "../../http/output/errors.ts";

/** Notes that a user has taken care of an alert; the first one stands. Throws NOT_FOUND. */
export const acknowledge = mutation("price-alerts.acknowledge", async (tx, { id }: { id: string }, { by, now }) => {
  const userId = by?.kind === "user" ? by.id : null;
  await acknowledgeTrigger(tx, { id, atMs: now(), userId });
  return required(await findTrigger(tx, id), "price_trigger", id);
});
