type Json = Record<string, unknown>;

/** A copy of an OpenAPI document with what its `$ref`s name in their place; a model inside itself is any value there. */
export function withoutReferences<T extends object>(document: T): T {
  const find = (reference: string): unknown =>
    reference
      .slice(2)
      .split("/")
      .reduce<unknown>((part, name) => Object(part)[name], document);
  const copy = (part: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(part)) return part.map((each) => copy(each, within));
    if (typeof part !== "object" || part === null) return part;
    const { $ref: reference, ...beside } = part as Json;
    if (typeof reference !== "string") {
      return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, copy(each, within)]));
    }
    if (within.includes(reference)) return {};
    return { ...Object(copy(find(reference), [...within, reference])), ...beside };
  };
  return copy(document, []) as T; // the same shape
}
