/** A file of the console as it is served. */
export interface ConsoleFile {
  /** Its address: `/` is the page, all others lie under `/console/`. */
  path: string;
  /** Its content type. */
  type: string;
  text: string;
  /** Whether its address names its content, so that browsers keep it for good. */
  immutable: boolean;
}
