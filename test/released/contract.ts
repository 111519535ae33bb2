import { OPERATIONS, type Schema } from "../sweeps/operations.ts";

/** What callers of an operation rely on. */
interface Promised {
  parameters: { name: string; place: string; required: boolean; schema: Schema }[];
  body: Schema | null;
  /** By status, then content type. */
  answers: Record<string, Record<string, Schema>>;
}
export type Contract = Record<string, Promised>;

const WORDS = new Set(["description", "title", "example", "examples", "externalDocs", "deprecated", "default"]);

/** Without what is for people to read. */
function bare(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bare);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([name, value]) => !(WORDS.has(name) && typeof value !== "object"));
  return Object.fromEntries(kept.map(([name, value]) => [name, bare(value)]));
}

/** What the served document promises now. */
export const contractNow = (): Contract =>
  Object.fromEntries(
    OPERATIONS.map(({ name, parameters, body, answers }) => [
      name,
      bare({ parameters, body: body?.schema ?? null, answers }) as Promised, // the same without words
    ]),
  );

type Side = "request" | "answer";
const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
const propertiesOf = ({ properties }: Schema): Record<string, Schema> =>
  isSchema(properties) ? (properties as Record<string, Schema>) : {};

/** The forms that a value may have, each a schema without alternatives. */
function formsOf(schema: Schema): Schema[] {
  const { anyOf, oneOf, ...rest } = schema;
  const alternatives = [...listOf(anyOf), ...listOf(oneOf)].filter(isSchema);
  if (alternatives.length > 0) return alternatives.flatMap((each) => formsOf({ ...rest, ...each }));
  return Array.isArray(schema["type"]) ? schema["type"].map((type: unknown) => ({ ...schema, type })) : [schema];
}

/** Limits that a request meets: by name, whether a larger one lets less pass. */
const LIMITS: Record<string, boolean> = {
  minLength: true,
  minimum: true,
  exclusiveMinimum: true,
  minItems: true,
  maxLength: false,
  maximum: false,
  exclusiveMaximum: false,
  maxItems: false,
};

function limitChanges(before: Schema, now: Schema, place: string): string[] {
  return Object.entries(LIMITS).flatMap(([name, isLeast]) => {
    const [old, fresh] = [before[name], now[name]];
    if (typeof fresh !== "number") return [];
    const isTighter = typeof old !== "number" || (isLeast ? fresh > old : fresh < old);
    return isTighter ? [`${place}: ${name} is ${fresh} now, and was ${String(old ?? "none")}`] : [];
  });
}

function wordChanges(before: Schema, now: Schema, place: string): string[] {
  const [old, fresh] = [listOf(before["enum"] ?? before["const"]), listOf(now["enum"] ?? now["const"])];
  if (fresh.length === 0) return [];
  if (old.length === 0) return [`${place}: only ${fresh.join(", ")} is taken now`];
  const gone = old.filter((value) => !fresh.includes(value));
  return gone.length === 0 ? [] : [`${place}: ${gone.join(", ")} is no longer taken`];
}

function propertyChanges(before: Schema, now: Schema, place: string, side: Side): string[] {
  const [old, fresh] = [propertiesOf(before), propertiesOf(now)];
  const [must, mustNow] = [listOf(before["required"]), listOf(now["required"])];
  const kept = Object.entries(old).flatMap(([name, schema]) => {
    const other = fresh[name];
    return other ? changes(schema, other, `${place}.${name}`, side) : [`${place}.${name} is gone`];
  });
  const required =
    side === "request"
      ? mustNow.filter((name) => !must.includes(name)).map((name) => `${place}.${String(name)} is required now`)
      : must
          .filter((name) => !mustNow.includes(name) && fresh[String(name)])
          .map((name) => `${place}.${String(name)} may be absent now`);
  return [...kept, ...required];
}

function formChanges(before: Schema, now: Schema, place: string, side: Side): string[] {
  const [old, fresh] = [before["type"], now["type"]];
  if (old !== fresh && (side === "answer" || fresh !== undefined)) {
    const isWider = side === "request" && old === "integer" && fresh === "number";
    if (!isWider) return [`${place} is ${String(fresh)} now, and was ${String(old)}`];
  }
  const format = before["format"] !== now["format"] && (side === "answer" || now["format"] !== undefined);
  return [
    ...(format ? [`${place} has the format ${String(now["format"])} now, and had ${String(before["format"])}`] : []),
    ...(side === "request" ? [...limitChanges(before, now, place), ...wordChanges(before, now, place)] : []),
    ...propertyChanges(before, now, place, side),
    ...(isSchema(before["items"]) && isSchema(now["items"])
      ? changes(before["items"], now["items"], `${place}[]`, side)
      : []),
  ];
}

/** What a caller of the old schema meets in the new one: in a request it takes less, in an answer it says something else. */
function changes(before: Schema, now: Schema, place: string, side: Side): string[] {
  const [old, fresh] = [formsOf(before), formsOf(now)];
  const [given, taken] = side === "request" ? [old, fresh] : [fresh, old];
  return given.flatMap((form) => {
    const tries = taken.map((other) =>
      side === "request" ? formChanges(form, other, place, side) : formChanges(other, form, place, side),
    );
    const [fewest = [`${place} is gone`]] = tries.toSorted((one, other) => one.length - other.length);
    return fewest;
  });
}

function parameterChanges(name: string, before: Promised, now: Promised): string[] {
  const of = (promised: Promised) => new Map(promised.parameters.map((each) => [`${each.place} ${each.name}`, each]));
  const [old, fresh] = [of(before), of(now)];
  return [
    ...[...old].flatMap(([key, each]) => {
      const other = fresh.get(key);
      return other ? changes(each.schema, other.schema, `${name} ${key}`, "request") : [`${name} ${key} is gone`];
    }),
    ...[...fresh].flatMap(([key, { required }]) =>
      required && old.get(key)?.required !== true ? [`${name} ${key} is required now`] : [],
    ),
  ];
}

function answerChanges(name: string, before: Promised, now: Promised): string[] {
  const good = Object.entries(before.answers).filter(([status]) => status.startsWith("2"));
  return good.flatMap(([status, types]) => {
    const other = now.answers[status];
    if (!other) return [`${name} no longer answers ${status}`];
    return Object.entries(types).flatMap(([type, schema]) => {
      const fresh = other[type];
      return fresh ? changes(schema, fresh, `${name} ${status}`, "answer") : [`${name} ${status} is no longer ${type}`];
    });
  });
}

/** What breaks programs that were written for `before`, a sentence each. */
export function breakingChanges(before: Contract, now: Contract): string[] {
  const found = Object.entries(before).flatMap(([name, promised]) => {
    const other = now[name];
    if (!other) return [`${name} is gone`];
    const body = promised.body && other.body ? changes(promised.body, other.body, `${name} body`, "request") : [];
    const isBare = promised.body === null && listOf(other.body?.["required"]).length > 0;
    return [
      ...parameterChanges(name, promised, other),
      ...body,
      ...(isBare ? [`${name} needs a body now`] : []),
      ...answerChanges(name, promised, other),
    ];
  });
  return [...new Set(found)];
}
