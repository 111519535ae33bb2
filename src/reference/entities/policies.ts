/** Who may change entities and their configurations. */
export const MANAGE = {
  credential: "any",
  permission: "MANAGE_SETTINGS",
  scope: "products:write",
  tier: "WRITE_CONFIG",
} as const;
