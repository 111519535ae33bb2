import type { OpenAPIV3_1 } from "openapi-types";
import type { Description } from "./documents/schemas.ts";
import { METHODS } from "./documents/shared-parts.ts";
import type { Example } from "./examples.ts";
import type { Plan, Plans } from "./pages/try-out.js";

type Operation = OpenAPIV3_1.OperationObject;

interface OperationAt {
  path: string;
  method: string;
  operation: Operation;
}

const operationsOf = ({ paths = {} }: Description): OperationAt[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item?.[method];
      return operation ? [{ path, method: method.toUpperCase(), operation }] : [];
    }),
  );

/** The type of a body, as Swagger UI chooses it. */
function bodyTypeOf({ requestBody }: Operation): string | undefined {
  return requestBody && "content" in requestBody ? Object.keys(requestBody.content)[0] : undefined;
}

/** What a call of DELETE ends: what its last parameter names. */
function endedBy({ path }: OperationAt, from: Example["from"]): string[] {
  const last = [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1];
  const [source = ""] = (from[`path/${last}`] ?? "").split("#/");
  return source === "" ? [] : [source];
}

/** Where the resources that an operation makes are listed: at its own address, or at the one above it. */
function listOf({ path }: OperationAt, examples: ReadonlyMap<string, Example>, reads: ReadonlyMap<string, string>) {
  const places = [path, path.replace(/\/[^/]+$/, "")];
  return places
    .map((place) => reads.get(place))
    .find((id) => id !== undefined && Array.isArray(Object(examples.get(id)?.answer).items));
}

/** How the examples of a description are filled in on the page with Swagger UI, by operation. */
export function plansOf(description: Description, all: readonly Example[]): Plans {
  const operations = operationsOf(description);
  const examples = new Map(all.map((example) => [example.id, example]));
  const reads = new Map(
    operations.flatMap(({ path, method, operation }) =>
      method === "GET" && operation.operationId ? [[path, operation.operationId]] : [],
    ),
  );
  return Object.fromEntries(
    operations.flatMap((each) => {
      const { operation, method, path } = each;
      const example = examples.get(operation.operationId ?? "");
      if (!example) return [];
      const { from, fresh = [], needs = [], anew = method === "DELETE" ? endedBy(each, from) : [] } = example;
      const type = bodyTypeOf(operation);
      const list = listOf(each, examples, reads);
      const plan: Plan = {
        method,
        path,
        security: (operation.security ?? []).flatMap((scheme) => Object.keys(scheme)),
        ...(type !== undefined && { type }),
        given: {
          path: example.path,
          query: example.query as Plan["given"]["query"], // as they were sent
          ...(example.body !== undefined && { body: example.body }),
        },
        from: { ...from, ...example.instead },
        fresh,
        ...(list !== undefined && method === "POST" && { found: `${list}#/items/0/id` }),
        needs,
        anew,
        ...(example.rows !== undefined && { rows: example.rows }),
      };
      return [[example.id, plan]];
    }),
  );
}
