export interface TierLimit {
  limit: number;
  windowSeconds: number;
}

const perMinute = (limit: number): TierLimit => ({ limit, windowSeconds: 60 });
const perQuarterHour = (limit: number): TierLimit => ({ limit, windowSeconds: 900 });

/** The 26 rate-limit tiers. Each is one counter for each caller. */
export const TIERS = {
  AUTH_LOGIN: perQuarterHour(5),
  AUTH_PASSWORD_RESET: perQuarterHour(3),
  AUTH_REGISTER: perQuarterHour(3),
  AUTH_REFRESH: perMinute(30),
  AUTH_LOGOUT: perMinute(30),
  READ_PUBLIC: perMinute(1000),
  READ_STANDARD: perMinute(1000),
  READ_ADMIN: perMinute(1000),
  READ_SENSITIVE: perMinute(50),
  WRITE_STANDARD: perMinute(100),
  WRITE_CONFIG: perMinute(100),
  WRITE_UPLOAD: perMinute(100),
  WRITE_USER_MGMT: perMinute(100),
  BULK_IMPORT: perMinute(500),
  BULK_EXPORT: perMinute(500),
  BULK_CREATE: perMinute(500),
  BULK_UPDATE: perMinute(500),
  BULK_DELETE: perMinute(500),
  AI_SINGLE: perMinute(10),
  AI_BATCH: { limit: 1, windowSeconds: 3600 },
  EXPORT_STANDARD: perMinute(50),
  EXPORT_STREAM: perMinute(50),
  EXPORT_DOWNLOAD: perMinute(50),
  EXPORT_SCHEDULE: perMinute(50),
  HEALTH_CHECK: perMinute(1000),
  PROGRESS_POLL: perMinute(1000),
} as const satisfies Record<string, TierLimit>;

export type Tier = keyof typeof TIERS;
