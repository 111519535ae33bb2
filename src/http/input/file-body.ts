import { Type } from "@sinclair/typebox";

/**
 * The answer of a route that sends a file: the document names its real type, or each that it can be, and it is not checked
 * as JSON.
 */
export const fileBody = (contentMediaType: string | readonly string[], description: string) =>
  Type.Any({ contentMediaType, description });
