import { VIEW } from "../../products/policies.ts";

/** Who may see what products cost where. */
export const VIEW_PRICES = { ...VIEW, permission: "VIEW_PRICING", scope: "prices:read" } as const;
