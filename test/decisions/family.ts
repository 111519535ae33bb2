import { testFamily } from "../sweeps/test-families.ts";

/** What waits is what other families have put there. */
export const decisions = testFamily({ behind: ["products"] });
