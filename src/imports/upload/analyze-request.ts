import type { Language } from "../../http/output/messages.ts";

/** Which stored file to analyse, and how. */
export interface AnalyzeRequest {
  fileKey: string;
  /** Records to drop before the header; `null` looks for it. */
  skipHeaderRows: number | null;
  /** Of what is said of a file that cannot be read. */
  language: Language;
}
