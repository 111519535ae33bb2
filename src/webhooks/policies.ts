/** Who may manage webhooks. */
const MANAGE = {
  credential: "any",
  permission: "MANAGE_WEBHOOKS",
  scope: "webhooks:manage",
  module: "webhooks",
} as const;
export const READ = { ...MANAGE, tier: "READ_STANDARD" } as const;
export const WRITE = { ...MANAGE, tier: "WRITE_CONFIG" } as const;
export const SEND = { ...MANAGE, tier: "WRITE_STANDARD" } as const;
