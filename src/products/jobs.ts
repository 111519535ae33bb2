import type { Owner } from "../../db/products/owned.ts";

/** The last product that was touched. */
export interface TouchCheckpoint {
  ownerId: string;
  after: string | number;
}

declare module "../../db/jobs/kinds.ts" {
  interface JobKinds {
    "products.touch": { payload: { owner: Owner; ownerIds: string[] }; checkpoint: TouchCheckpoint };
  }
}
