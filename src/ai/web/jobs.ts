/** The last product that was searched for. */
export interface PriceBotCheckpoint {
  after: string;
}

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    "web.enrich": {
      payload: { productId: string; runId: string; skipA: boolean; skipB: boolean };
      checkpoint: never;
    };
    "web.price-bot": { payload: { runId: string }; checkpoint: PriceBotCheckpoint };
  }
}
