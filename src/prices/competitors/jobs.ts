import type { MoveOf } from "../../../db/competitors/merging.ts";

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    /** Moves what was seen of a competitor to another. */
    "competitors.move": { payload: MoveOf; checkpoint: { after: string } };
    /** Works the positions of what a competitor sells out again. */
    "competitors.renew-positions": { payload: { competitorId: string }; checkpoint: { after: string } };
  }
}
