/** Who may read the catalog, change it, and delete from it. */
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
export const DELETE = { ...EDIT, permission: "DELETE_CATALOG" } as const;
