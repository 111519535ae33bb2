import type { Actor } from "../../../db/ports.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import type { Services } from "../../runtime/services.ts";

/** One flag of a command: `--tenant <value>`. */
export interface ConsoleOption {
  /** Without the dashes. */
  name: string;
  description: string;
  isRequired?: true;
  choices?: readonly string[];
  /** A `switch` takes no value, a `list` several, comma-separated. Absent: one text. */
  kind?: "switch" | "list";
}

/** What the person at the keyboard is shown: one object, or a table. */
export type ConsoleResult = Record<string, unknown> | Record<string, unknown>[];

/**
 * A command for who runs the instance: `catalogd <group> <verb>`. The command line only carries it to the running
 * service, which runs it, because one process at a time may be on the database.
 */
export interface ConsoleCommand {
  group: string;
  verb: string;
  description: string;
  options: readonly ConsoleOption[];
  /** Whole command lines, for its help. */
  examples?: readonly string[];
  /** It asks for a password with `--password-stdin`: arguments can be read by everybody on the machine. */
  takesPassword?: true;
  run(services: Services, input: ConsoleInput): Promise<ConsoleResult>;
}

/** What a command was given. */
export interface ConsoleInput {
  text(name: string): string | undefined;
  /** Throws VALIDATION_FAILED when it is absent. */
  required(name: string): string;
  list(name: string): string[];
  isOn(name: string): boolean;
}

/** Who the audit log says it was. */
export const CONSOLE: Actor = { kind: "console", id: null, requestId: null, address: null };

const PASSWORD: ConsoleOption = { name: "password", description: "" };

function problemOf({ name, isRequired, choices, kind }: ConsoleOption, value: unknown): FieldProblem | undefined {
  if (value === undefined) return isRequired ? { field: name, type: "missing" } : undefined;
  if (kind === "switch") return typeof value === "boolean" ? undefined : { field: name, type: "wrong_type" };
  const values: unknown[] = Array.isArray(value) ? value : [value];
  if (values.some((each) => typeof each !== "string") || (Array.isArray(value) && kind !== "list")) {
    return { field: name, type: "wrong_type", key: "validation.string" };
  }
  if (values.every((each) => choices?.includes(String(each)) ?? true)) return undefined;
  return {
    field: name,
    type: "invalid_value",
    key: "validation.one_of",
    params: { allowed: choices?.join(", ") ?? "" },
  };
}

/** Reads what came over the socket. Throws VALIDATION_FAILED for what the command does not take. */
export function readInput({ options, takesPassword }: ConsoleCommand, raw: unknown): ConsoleInput {
  const values = new Map(Object.entries(Object(raw) as Record<string, unknown>)); // entries of any object
  const known = takesPassword ? [...options, PASSWORD] : options;
  const problems = known.flatMap((option) => problemOf(option, values.get(option.name)) ?? []);
  if (problems.length > 0) throw invalidBody(problems);
  const textOf = (name: string) => {
    const value = values.get(name);
    return typeof value === "string" ? value : undefined;
  };
  return {
    text: textOf,
    required: (name) => {
      const value = textOf(name);
      if (value === undefined) throw invalidBody([{ field: name, type: "missing" }]);
      return value;
    },
    list: (name) => {
      const value = values.get(name) ?? [];
      return (Array.isArray(value) ? value : [value]).map(String);
    },
    isOn: (name) => values.get(name) === true,
  };
}
