/** Who may see what competitors ask, and change what is watched. */
export const VIEW_MONITOR = {
  credential: "any",
  permission: "VIEW_PRICING",
  scope: "prices:read",
  module: "price_monitor",
  tier: "READ_STANDARD",
} as const;
export const EDIT_MONITOR = {
  ...VIEW_MONITOR,
  permission: "MANAGE_PRICING",
  scope: "prices:write",
  tier: "WRITE_STANDARD",
} as const;
