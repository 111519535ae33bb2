/** Who may export. */
export const EXPORTS = {
  credential: "any",
  permission: "MANAGE_EXPORTS",
  scope: "exports:manage",
  module: "exports",
} as const;
