import { VIEW as READ } from "../policies.ts";

/** Who may do what about compliance. */
export const VIEW = { ...READ, module: "compliance" } as const;
export const ANALYSE = { ...VIEW, permission: "VIEW_ANALYTICS", tier: "READ_SENSITIVE" } as const;
export const EDIT = { ...VIEW, permission: "EDIT_CATALOG", scope: "products:write", tier: "WRITE_STANDARD" } as const;
export const CONFIGURE = { ...EDIT, tier: "WRITE_CONFIG" } as const;
export const UPLOAD = { ...EDIT, tier: "WRITE_UPLOAD" } as const;
