declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    /** Fetches a tenant's exchange rates. */
    "exchange-rates.fetch": { payload: Record<string, never>; checkpoint: never };
  }
}

export type {};
