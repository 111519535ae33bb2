import { Type } from "@sinclair/typebox";

/** The answer of a route that sends a file: the document names its real type, and it is not checked as JSON. */
export const fileBody = (contentMediaType: string, description: string) => Type.Any({ contentMediaType, description });
