/** Who may read prices, and change them. */
export const VIEW_PRICES = {
  credential: "any",
  permission: "VIEW_PRICING",
  scope: "prices:read",
  module: "pricing",
  tier: "READ_STANDARD",
} as const;
export const EDIT_PRICES = {
  ...VIEW_PRICES,
  permission: "MANAGE_PRICING",
  scope: "prices:write",
  tier: "WRITE_STANDARD",
} as const;
