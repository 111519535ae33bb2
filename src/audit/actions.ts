/** What the audit log notes. Users filter by these words: add, never rename. */
export const AUDIT_ACTIONS = [
  "api_key.created",
  "api_key.changed",
  "api_key.rotated",
  "api_key.revoked",
  "products.erased",
  "configuration.created",
  "configuration.changed",
  "configuration.deleted",
  "entity.created",
  "entity.changed",
  "entity.deleted",
  "secrets.rotated",
  "session.started",
  "session.refused",
  "session.ended",
  "setting.changed",
  "setting.removed",
  "tenant.created",
  "tenant.changed",
  "user.created",
  "user.invited",
  "user.uninvited",
  "user.changed",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What it was done to. */
export const AUDIT_RESOURCES = [
  "api_key",
  "configuration",
  "entity",
  "instance",
  "session",
  "setting",
  "tenant",
  "user",
] as const;
export type AuditResource = (typeof AUDIT_RESOURCES)[number];
