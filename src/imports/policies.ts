const IMPORTS = {
  credential: "any",
  permission: "MANAGE_IMPORTS",
  scope: "imports:manage",
  module: "imports",
} as const;

/** Who may do what with imports, and how often. */
export const READ = { ...IMPORTS, tier: "READ_STANDARD" } as const;
export const READ_STATS = { ...IMPORTS, tier: "READ_SENSITIVE" } as const;
export const POLL = { ...IMPORTS, tier: "PROGRESS_POLL" } as const;
export const DOWNLOAD = { ...IMPORTS, tier: "EXPORT_DOWNLOAD" } as const;
export const WRITE = { ...IMPORTS, tier: "WRITE_STANDARD" } as const;
export const UPLOAD = { ...IMPORTS, tier: "WRITE_UPLOAD" } as const;
export const RUN = { ...IMPORTS, tier: "BULK_IMPORT" } as const;
export const BULK_UPDATE = { ...IMPORTS, tier: "BULK_UPDATE" } as const;
export const BULK_DELETE = { ...IMPORTS, tier: "BULK_DELETE" } as const;
