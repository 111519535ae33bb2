/** A comparison of price sources. */
export interface AnalysisRef {
  analysisId: string;
}

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    /** Compares the price sources of all products. */
    "pricing.analyse-sources": { payload: AnalysisRef; checkpoint: never };
  }
}
