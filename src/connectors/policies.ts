/** Who may manage connectors. */
const MANAGE = {
  credential: "any",
  permission: "MANAGE_CONNECTORS",
  scope: "connectors:manage",
  module: "connectors",
} as const;
/** The registry is the same for all: any credential will do. */
export const BROWSE = { credential: "any", tier: "READ_STANDARD", module: "connectors" } as const;
export const READ = { ...MANAGE, tier: "READ_STANDARD" } as const;
export const WRITE = { ...MANAGE, tier: "WRITE_CONFIG", secretAnswer: true } as const;
export const TEST = { ...MANAGE, tier: "WRITE_STANDARD" } as const;
export const FOLLOW = { ...MANAGE, tier: "PROGRESS_POLL" } as const;
const REFUSALS = [
  "CAPABILITY_NOT_SUPPORTED",
  "CONNECTOR_INACTIVE",
  "CONNECTOR_NOT_CONFIGURED",
  "SYNC_ALREADY_RUNNING",
] as const;
export const PREVIEW = {
  ...MANAGE,
  tier: "BULK_EXPORT",
  narrows: true,
  refusals: ["CAPABILITY_NOT_SUPPORTED", "CONNECTOR_NOT_CONFIGURED"],
} as const;
export const PUSH = { ...MANAGE, tier: "BULK_EXPORT", narrows: true, refusals: REFUSALS } as const;
export const PULL = { ...MANAGE, tier: "BULK_IMPORT", narrows: true, refusals: REFUSALS } as const;
export const RETRY = { ...PUSH, refusals: [...REFUSALS, "NO_FAILED_PRODUCTS"] } as const;
export const REGISTER = {
  ...MANAGE,
  tier: "WRITE_CONFIG",
  refusals: [
    "CAPABILITY_NOT_SUPPORTED",
    "CONNECTOR_NOT_CONFIGURED",
    "CONNECTOR_WEBHOOK_NOT_CONFIGURED",
    "PUBLIC_ADDRESS_NEEDED",
  ],
} as const;
export const CONSENT = {
  ...MANAGE,
  tier: "WRITE_CONFIG",
  secretAnswer: true,
  refusals: ["CAPABILITY_NOT_SUPPORTED", "PUBLIC_ADDRESS_NEEDED", "VALIDATION_FAILED"],
} as const;
