import { olderSchema, type Schema } from "./older-schema.ts";
import type { Description } from "./schemas.ts";

/** Example values by name: 3.0 has them too, but Swagger UI makes a menu of one. */
const exampleOf = (examples: Record<string, { value?: unknown }>) => Object.values(examples)[0]?.value;

/** A parameter, a header or the content of a body: what holds a schema and examples of it. */
function olderHolder(holder: Schema): Schema {
  const { schema, examples, ...rest } = holder;
  return {
    ...rest,
    ...(schema !== undefined && { schema: olderSchema(schema as Schema) }),
    ...(examples !== undefined &&
      rest["example"] === undefined && { example: exampleOf(examples as Record<string, { value?: unknown }>) }),
  };
}

const each = (values: unknown, map: (value: Schema) => Schema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries((values ?? {}) as Record<string, Schema>).map(([name, value]) => [name, map(value)]),
  );

const withContent = (holder: Schema): Schema => ({
  ...holder,
  ...(holder["headers"] !== undefined && { headers: each(holder["headers"], olderHolder) }),
  ...(holder["content"] !== undefined && { content: each(holder["content"], olderHolder) }),
});

function olderOperation(operation: Schema): Schema {
  const { parameters, requestBody, responses } = operation;
  return {
    ...operation,
    ...(parameters !== undefined && { parameters: (parameters as Schema[]).map(olderHolder) }),
    ...(requestBody !== undefined && { requestBody: withContent(requestBody as Schema) }),
    responses: each(responses, withContent),
  };
}

/**
 * The description in the words of OpenAPI 3.0, for Swagger UI: it resolves 3.1 documents with another resolver, which
 * takes six times as long. Source: https://github.com/swagger-api/swagger-ui/issues/8606
 */
export function olderDescription({ paths, components, info, webhooks: _, ...rest }: Description): Schema {
  const { summary: __, ...olderInfo } = info as typeof info & { summary?: string };
  return {
    ...rest,
    openapi: "3.0.3",
    // The identifier of a licence came with 3.1, as did webhooks.
    info: info.license ? { ...olderInfo, license: { name: info.license.name } } : olderInfo,
    paths: each(paths, (item) => each(item, olderOperation)),
    components: {
      ...components,
      schemas: each(components?.schemas, olderSchema),
      responses: each(components?.responses, withContent),
      parameters: each(components?.parameters, olderHolder),
      headers: each(components?.["headers"], olderHolder),
    },
  };
}
