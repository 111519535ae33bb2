/** How far a search index has been rebuilt. */
export interface ReindexCheckpoint {
  /** Products that changed up to this value of the clock are in it. */
  afterUs: number;
  indexed: number;
}

declare module "../../db/jobs/kinds.ts" {
  interface JobKinds {
    "search.embed": { payload: Record<string, never>; checkpoint: never };
    "search.reindex": { payload: { reindexId: string }; checkpoint: ReindexCheckpoint };
  }
}
