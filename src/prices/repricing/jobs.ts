/** How far a run is: the next part of its simulation, or the product after which it goes on, by where that is stored. */
export interface RepricingCheckpoint {
  after: number;
}

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    "repricing.run": { payload: { runId: string }; checkpoint: RepricingCheckpoint };
    /** Takes back what a run has changed. */
    "repricing.revert": { payload: { revertId: string }; checkpoint: never };
    /** What rules would have done. */
    "repricing.replay": { payload: { replayId: string }; checkpoint: RepricingCheckpoint };
    /** Ends a run whose simulation is gone before somebody has approved it. */
    "repricing.expire": { payload: { runId: string }; checkpoint: never };
    "repricing.scheduled": { payload: Record<string, never>; checkpoint: never };
  }
}
