/** Who may do what about where products come from. */
export const VIEW = {
  credential: "any",
  permission: "VIEW_CATALOG",
  scope: "products:read",
  tier: "READ_STANDARD",
} as const;
export const EDIT = {
  credential: "any",
  permission: "EDIT_CATALOG",
  scope: "products:write",
  tier: "WRITE_STANDARD",
} as const;
export const VIEW_PRICES = { ...VIEW, permission: "VIEW_PRICING", scope: "prices:read" } as const;
