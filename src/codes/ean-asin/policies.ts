import { VIEW as READ } from "../../products/policies.ts";

/** Who may do what with EANs and ASINs. */
export const VIEW = { ...READ, module: "ean_asin" } as const;
export const EDIT = {
  ...VIEW,
  permission: "EDIT_CATALOG",
  scope: "products:write",
  tier: "WRITE_STANDARD",
} as const;
export const CONFIGURE = { ...EDIT, tier: "WRITE_CONFIG" } as const;
