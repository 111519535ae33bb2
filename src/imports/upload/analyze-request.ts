import type { Language } from "../../http/output/messages.ts";
import type { FileAnalysis } from "../parse/analyze/analyze-file.ts";
import type { GivenFormat } from "../parse/given-format.ts";
import type { SeenPlace } from "../parse/tree/place-survey.ts";

/** Which stored file to look at. */
export interface DetectRequest {
  fileKey: string;
  /** What its sender calls it: the ending says what it should be. */
  fileName: string;
  /** Of a workbook; `null` takes the first with a table. */
  sheetName: string | null;
  /** Of what is said of a file that cannot be read. */
  language: Language;
}

/** Which stored file to analyse, and how. */
export interface AnalyzeRequest extends DetectRequest {
  /** Records to drop before the header; `null` looks for it. */
  skipHeaderRows: number | null;
  /** How the file is read, where that is given; what is absent is detected. */
  fileOptions?: GivenFormat;
}

/** What a file holds, and where else its rows might be. */
export interface AnalyzedFile extends FileAnalysis {
  /** Of JSON and XML: the places that may hold rows, the likeliest first. */
  recordPaths: SeenPlace[];
}
