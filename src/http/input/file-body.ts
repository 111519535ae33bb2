import { Type } from "@sinclair/typebox";

/**
 * The answer of a route that sends a file: the document names its real type, or each that it can be, and it is not checked
 * as JSON. `example`: what it holds where it is JSON.
 */
export const fileBody = (contentMediaType: string | readonly string[], description: string, example?: unknown) =>
  Type.Any({ contentMediaType, description, ...(example !== undefined && { examples: [example] }) });
