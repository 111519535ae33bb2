/** How far a connector's synchronisation is. */
export interface SyncCheckpoint {
  /** Row id of the last product that is noted; 0 before the first. */
  after: number;
  /** What the request for the platform's next page takes; `null` for the first. */
  cursor: string | null;
  /** What a push has counted of the products that follow. */
  counted?: Record<string, "pushed" | "errors">;
}

declare module "../../db/jobs/kinds.ts" {
  interface JobKinds {
    /** Fetches the images that products have got from a platform. */
    "connectors.fetch-images": { payload: { connectorId: string; productIds: string[] }; checkpoint: never };
    /** Pushes what has changed of products to a connector that follows changes. */
    "connectors.live": { payload: { connectorId: string }; checkpoint: never };
    /** Reads what webhooks have named of a shop, since that time; a platform that is away is waited for. */
    "connectors.read-news": { payload: { connectorId: string; sinceMs: number }; checkpoint: never };
    /** Begins a pull that a schedule wants. */
    "connectors.scheduled-pull": {
      payload: { connectorId: string; jobType: "pull_products" | "pull_orders" };
      checkpoint: never;
    };
    "connectors.sync": { payload: { connectorId: string; jobId: string }; checkpoint: SyncCheckpoint };
  }
}
