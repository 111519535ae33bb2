import { orderFeeds } from "../../../db/connectors/shop-orders.ts";
import { mutation } from "../../../db/ports.ts";
import { noteMovedStock } from "./note-moved-stock.ts";
import type { News } from "./order-news.ts";
import { takeOrders } from "./take-orders.ts";

/** A page of a shop's orders. */
export interface PulledOrders {
  connectorId: string;
  /** The pull that reads them; `null`: a push does, which counts products. */
  jobId: string | null;
  news: readonly News[];
  /** Up to when all orders are read with this; `null`: some are left. */
  seenMs: number | null;
}

/** Takes in a page of a shop's orders, and notes it in the job. */
export const notePulledOrders = mutation(
  "connectors.note-pulled-orders",
  async (tx, { connectorId, jobId, news, seenMs }: PulledOrders, context): Promise<void> => {
    const taken = await takeOrders(tx, { connectorId, news, isPull: true }, context);
    if (jobId !== null) await noteMovedStock(tx, jobId, taken);
    if (seenMs !== null) await orderFeeds.save(tx, { connectorId, seenMs });
  },
);
