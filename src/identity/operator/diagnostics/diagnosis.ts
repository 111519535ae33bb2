import type { JobCount, JobFailure } from "../../../../db/doctor/figures.ts";
import type { Finding } from "../../../cli/doctor/finding.ts";

/** What a worker thread finds out for a bundle of diagnostics. */
export interface Diagnosis {
  engine: string;
  schemaVersion: number;
  content: { tenants: number; products: number; deleted_products: number; bytes: number };
  /** Sizes of the database, its log and the search index, in bytes, by the names of the files. */
  files: Record<string, number>;
  jobs: JobCount[];
  failures: JobFailure[];
  findings: Finding[];
}
