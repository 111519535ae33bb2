export {};

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    "documents.index": { payload: { documentId: string }; checkpoint: never };
    /** Makes the vectors of passages. */
    "documents.embed": { payload: Record<string, never>; checkpoint: never };
  }
}
