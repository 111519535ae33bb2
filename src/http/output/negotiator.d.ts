// Its published types are those of the version before, which did not take our preference.
declare module "negotiator" {
  class Negotiator {
    constructor(request: { headers: Record<string, string> });
    /** Those of `available` that the request takes, the best first; among equals as `preferred` says. */
    encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
    /** Those of `available` that the request takes, the best first. */
    mediaTypes(available: readonly string[]): string[];
  }
  export = Negotiator;
}
