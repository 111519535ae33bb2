import { EDIT_PRICES, VIEW_PRICES } from "../pricing/policies.ts";

/** Who may see what competitors ask, and change what is watched. */
export const VIEW_MONITOR = { ...VIEW_PRICES, module: "price_monitor" } as const;
export const EDIT_MONITOR = { ...EDIT_PRICES, module: "price_monitor" } as const;
