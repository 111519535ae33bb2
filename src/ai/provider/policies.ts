/** Who may do what with AI. */
const ENRICHMENT = { credential: "any", scope: "enrichment:manage", module: "enrichment" } as const;
export const VIEW = { ...ENRICHMENT, permission: "VIEW_CATALOG", tier: "READ_STANDARD" } as const;
export const POLL = { ...VIEW, tier: "PROGRESS_POLL" } as const;
export const EDIT = { ...ENRICHMENT, permission: "RUN_ENRICHMENT", tier: "WRITE_STANDARD" } as const;
export const UPLOAD = { ...EDIT, tier: "WRITE_UPLOAD" } as const;
export const CONFIGURE = { ...EDIT, tier: "WRITE_CONFIG" } as const;
export const RUN = { ...EDIT, tier: "AI_SINGLE" } as const;
export const ANALYSE = { ...VIEW, permission: "VIEW_ANALYTICS", tier: "READ_SENSITIVE" } as const;
/** Why a model is not asked, or does not answer. */
export const MODEL_REFUSALS = ["AI_PROVIDER_NOT_CONFIGURED", "AI_PROVIDER_REFUSED", "AI_BUDGET_REACHED"] as const;
