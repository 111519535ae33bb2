import { type TProperties, type TSchema, Type } from "@sinclair/typebox";
import type { ErrorCode } from "../http/output/faults/error-codes.ts";

/** What a setting holds besides its secret, by API name. */
export type DependencyValue = Record<string, unknown>;

/** Something of the outside that a tenant connects: a setting with one secret. */
export interface Dependency {
  /** Its name in the address and in the database: `ai-provider`. */
  name: string;
  title: string;
  /** What is refused while it is not configured; `undefined`: nothing is. */
  code: ErrorCode | undefined;
  /** What it holds besides `enabled` and the secret. A property that is not optional must be sent. */
  fields: TProperties;
  secret: {
    field: string;
    schema: TSchema;
    /** What is shown of it: its last four characters, or only that one exists. */
    shows: "hint" | "presence";
    /** `hash`: it is only ever compared, so it cannot be read again. */
    storedAs: "sealed" | "hash";
    isNeeded: (value: DependencyValue) => boolean;
  };
  /** The fields that do not say where the secret is sent. When any other changes, the secret must be sent again. */
  beside: readonly string[];
  /** Fields whose values do not go with the others, by path. */
  misfits?: (value: DependencyValue) => string[];
  /** Fields that some values of others ask for. */
  alsoNeeded?: (value: DependencyValue) => string[];
}

const URL_PATTERN = "^https?://[^\\s/?#@]+(?:[/?#]\\S*)?$";
export const WebAddress = Type.String({
  maxLength: 2000,
  pattern: URL_PATTERN,
  description: "http or https address without user name and password.",
  examples: ["https://api.example.com/v1"],
});
export const text = (example: string, description: string, maxLength = 200) =>
  Type.String({ minLength: 1, maxLength, pattern: "\\S", description, examples: [example] });
const Secret = Type.String({ minLength: 1, maxLength: 4000, pattern: "^\\S+$", examples: ["sk-4f0c9b1e7a2d"] });

export const apiKey = (isNeeded: (value: DependencyValue) => boolean): Dependency["secret"] => ({
  field: "api_key",
  schema: Secret,
  shows: "hint",
  storedAs: "sealed",
  isNeeded,
});
