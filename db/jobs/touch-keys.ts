/** Where jobs wait that carry a new name to products. */
export const TOUCH_QUEUE = "bulk";

/** The unique key of such a job: its tenant's ones are a range. */
export const touchKey = (tenantId: string, uid: string): string => `products.touch ${tenantId} ${uid}`;

/** The range of the keys of a tenant's jobs. */
export const touchKeys = (tenantId: string): { firstKey: string; lastKey: string } => ({
  firstKey: `products.touch ${tenantId} `,
  lastKey: `products.touch ${tenantId}!`,
});
