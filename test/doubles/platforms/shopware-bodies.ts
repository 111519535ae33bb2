import { SHOPWARE, SHOPWARE_CRITERIA } from "../../connectors/published/shopware.ts";

export type Row = Record<string, unknown>;

const wordsOf = (text: string) => text.split(/\s+/);
export const rowsIn = (value: unknown): Row[] =>
  [value ?? []].flat().filter((each) => typeof each === "object" && each !== null) as Row[];

/** Which member of a row of an entity its published description does not have; `undefined`: it has all. */
export function memberFault(entity: string, row: Row): string | undefined {
  const described = SHOPWARE[entity];
  if (!described) return `there is no entity ${entity}`;
  const known = wordsOf(described.fields);
  for (const [name, held] of Object.entries(row)) {
    if (!known.includes(name)) return `${entity} has no ${name} that can be written`;
    const inner = described.entities?.[name];
    const fault =
      inner &&
      rowsIn(held)
        .map((each) => memberFault(inner, each))
        .find((each) => each !== undefined);
    if (fault) return fault;
  }
  return undefined;
}

/** What a new row of an entity lacks; a variant has all that it does not say of its product. */
export function lackOf(entity: string, row: Row, given: Row = {}): string | undefined {
  const inherited = "parentId" in row || "parentId" in given ? ["name", "price", "taxId"] : [];
  const needs = wordsOf(SHOPWARE[entity]?.needs ?? "id").filter((name) => !inherited.includes(name));
  const lacking = needs.find((name) => row[name] === undefined && given[name] === undefined);
  return lacking && `/${lacking}: This value should not be blank (${entity})`;
}

/** Why a search is refused; `undefined`: it is taken. */
export function criteriaFault(body: unknown): string | undefined {
  const known = wordsOf(SHOPWARE_CRITERIA);
  const { filter = [], limit = 1 } = Object(body) as { filter?: Row[]; limit?: number };
  const types = ["equals", "equalsAny", "multi", "range", "contains"];
  if (limit < 1 || limit > 500) return "limit is between 1 and 500";
  if (!filter.every(({ type }) => types.includes(String(type)))) return "unknown filter";
  return Object.keys(Object(body)).find((name) => !known.includes(name));
}
