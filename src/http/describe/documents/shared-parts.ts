import type { OpenAPIV3_1 } from "openapi-types";
import type { Description } from "./schemas.ts";
import { tagsOf } from "./tags.ts";

type Operation = OpenAPIV3_1.OperationObject;

export const METHODS = ["get", "put", "post", "delete", "patch"] as const;

const REFERENCE = /"#\/components\/(\w+)\/(\w+)"/g;

/** The components that a part of the document names, and those that these name. */
function reachable(components: NonNullable<Description["components"]>, naming: object) {
  const kinds = components as Record<string, Record<string, unknown>>;
  const shared: Record<string, Record<string, unknown>> = {};
  const follow = (text: string): void => {
    for (const [, kind = "", name = ""] of text.matchAll(REFERENCE)) {
      const part = kinds[kind]?.[name];
      if (part === undefined || name in (shared[kind] ?? {})) continue;
      shared[kind] = { ...shared[kind], [name]: part };
      follow(JSON.stringify(part));
    }
  };
  follow(JSON.stringify(naming));
  return shared;
}

/** The security schemes that operations take, and those that what their examples need takes. */
function schemesOf(operations: readonly Operation[], schemes: object = {}) {
  const named = new Set(
    operations.flatMap((operation) => [
      ...(operation.security ?? []).flatMap((each) => Object.keys(each)),
      ...((operation as { "x-example-security"?: string[] })["x-example-security"] ?? []), // set by `showExamples`
    ]),
  );
  return Object.fromEntries(Object.entries(schemes).filter(([name]) => named.has(name)));
}

/** The part of a description with these operations only, and the components, tags and credentials that they need. */
export function partOf(
  description: Description,
  isShown: (operation: Operation, path: string) => boolean,
): Description {
  const paths: OpenAPIV3_1.PathsObject = {};
  const operations: Operation[] = [];
  for (const [path, item] of Object.entries(description.paths ?? {})) {
    const shown = METHODS.flatMap((method) => {
      const operation = item?.[method];
      return operation && isShown(operation, path) ? [[method, operation] as const] : [];
    });
    if (shown.length > 0) paths[path] = Object.fromEntries(shown);
    operations.push(...shown.map(([, operation]) => operation));
  }
  const { components = {}, webhooks, ...rest } = description;
  const hasWebhooks = operations.some(({ tags = [] }) => tags.includes("Webhooks"));
  const sent = hasWebhooks && webhooks ? { webhooks } : {};
  return {
    ...rest,
    ...tagsOf(paths),
    paths,
    ...sent,
    components: {
      ...reachable(components, { paths, ...sent }),
      securitySchemes: schemesOf(operations, components.securitySchemes),
    } as Description["components"] & object, // parts of the same
  };
}
