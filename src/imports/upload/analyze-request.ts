import type { Language } from "../../http/output/messages.ts";

/** Which stored file to analyse, and how. */
export interface AnalyzeRequest {
  fileKey: string;
  /** Records to drop before the header; `null` looks for it. */
  skipHeaderRows: number | null;
  /** How the file is read, where that is given; what is absent is detected. */
  fileOptions?: GivenFormat;
  /** Of what is said of a file that cannot be read. */
  language: Language;
}

/** What a template says of how its files are read. */
export interface GivenFormat {
  encoding?: string | null | undefined;
  delimiter?: string | null | undefined;
}
