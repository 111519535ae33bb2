import { type FieldNode, Kind, type OperationDefinitionNode, parse, type SelectionNode, type ValueNode } from "graphql";

type Args = Record<string, unknown>;
type Variables = Readonly<Record<string, unknown>>;

const readValue = (node: ValueNode, variables: Variables): unknown => {
  if (node.kind === Kind.VARIABLE) return variables[node.name.value];
  if (node.kind === Kind.INT) return Number(node.value);
  if (node.kind === Kind.LIST) return node.values.map((each) => readValue(each, variables));
  return "value" in node ? node.value : null;
};
const argsOf = ({ arguments: given = [] }: FieldNode, variables: Variables): Args =>
  Object.fromEntries(given.map(({ name, value }) => [name.value, readValue(value, variables)]));

/** Fields of a selection, those of fragments among them. */
const fieldsIn = (selections: readonly SelectionNode[]): FieldNode[] =>
  selections.flatMap((each) => {
    if (each.kind === Kind.FIELD) return [each];
    return each.kind === Kind.INLINE_FRAGMENT ? fieldsIn(each.selectionSet.selections) : [];
  });
const inner = ({ selectionSet }: FieldNode) => fieldsIn(selectionSet?.selections ?? []);

const operationOf = (query: string): OperationDefinitionNode => {
  const [operation] = parse(query).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`No operation: ${query}`);
  return operation;
};

/** What is answered of a value: its fields that are asked for, by their aliases. A function gets the arguments of its field. */
function shown(value: unknown, fields: readonly FieldNode[], variables: Variables): unknown {
  if (Array.isArray(value)) return value.map((each) => shown(each, fields, variables));
  if (typeof value !== "object" || value === null || fields.length === 0) return value ?? null;
  const source: Args = { ...value };
  return Object.fromEntries(
    fields.map((field) => {
      const name = field.name.value;
      if (!(name in source)) throw new Error(`The double has no field ${name}`);
      const found = source[name];
      const own: unknown = typeof found === "function" ? found(argsOf(field, variables)) : found;
      return [field.alias?.value ?? name, shown(own, inner(field), variables)];
    }),
  );
}

/** Answers a query as GraphQL does, of what a root has: only what is asked for is answered. */
export function answered(query: string, variables: Variables, roots: { query: object; mutation: object }): unknown {
  const operation = operationOf(query);
  const root = operation.operation === "mutation" ? roots.mutation : roots.query;
  return shown(root, fieldsIn(operation.selectionSet.selections), variables);
}

/** What stands in a connection, or says how it goes on, is not counted by itself. */
const FREE = new Set(["nodes", "pageInfo", "userErrors"]);

function costOf(field: FieldNode, variables: Variables): number {
  const fields = inner(field);
  if (fields.length === 0) return 0;
  const within = fields.reduce((sum, each) => sum + costOf(each, variables), 0);
  const { first, ids } = argsOf(field, variables);
  if (typeof first === "number") return 2 + first * (1 + within);
  if (Array.isArray(ids)) return ids.length * (1 + within);
  return (FREE.has(field.name.value) ? 0 : 1) + within;
}

// Source: https://shopify.dev/docs/api/usage/limits ; what Shopify takes off large connections is not published
/** What a query costs at most by what Shopify publishes: an object 1, a mutation 10, a connection what it may hold. */
export function queryCost(query: string, variables: Variables): number {
  const operation = operationOf(query);
  const each = operation.operation === "mutation" ? 10 : 0;
  return fieldsIn(operation.selectionSet.selections).reduce((sum, field) => sum + each + costOf(field, variables), 0);
}

/** How a query is refused that costs more than any may. */
export const tooCostly = (query: string, variables: Variables) => {
  const cost = queryCost(query, variables);
  if (cost <= 1_000) return undefined;
  const message = `Query cost is ${cost}, which exceeds the single query max cost limit (1000).`;
  return { errors: [{ message, extensions: { code: "MAX_COST_EXCEEDED", cost, maxCost: 1_000 } }] };
};

/** A page of a connection, whose cursors are places. */
export function paged<T>(all: readonly T[], { first, after }: { first?: unknown; after?: unknown }) {
  const from = Number(after ?? 0);
  const end = from + Number(first ?? 0);
  const nodes = all.slice(from, end);
  return {
    nodes,
    pageInfo: { hasNextPage: end < all.length, endCursor: nodes.length === 0 ? null : String(from + nodes.length) },
  };
}
