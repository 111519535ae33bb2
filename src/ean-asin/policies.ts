/** Who may do what with EANs and ASINs. */
export const VIEW = {
  credential: "any",
  permission: "VIEW_CATALOG",
  scope: "products:read",
  module: "ean_asin",
  tier: "READ_STANDARD",
} as const;
export const EDIT = {
  ...VIEW,
  permission: "EDIT_CATALOG",
  scope: "products:write",
  tier: "WRITE_STANDARD",
} as const;
export const CONFIGURE = { ...EDIT, tier: "WRITE_CONFIG" } as const;
