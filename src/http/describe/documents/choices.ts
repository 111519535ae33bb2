import { Kind } from "@sinclair/typebox";
import { mapInner, type Schema } from "./schemas.ts";

const isText = ({ const: value }: Schema) => typeof value === "string";
const isNull = ({ type }: Schema) => type === "null";

/** The choice in this place, or nothing there: it is not the choice itself, and is said by the place if that says something. */
function beside(place: Schema, choice: Schema): Schema {
  if (!choice["enum"]) return choice;
  const { title: _, description, ...rest } = choice;
  const isSaid = place.description !== undefined || description === undefined;
  return isSaid ? rest : { ...rest, description };
}

/**
 * A schema whose choices of texts are enumerations. The generator of the document makes these of them too, and forgets
 * their titles and what they say.
 */
export function withChoices(schema: Schema): Schema {
  const { anyOf, ...rest } = mapInner(schema, withChoices);
  if (!anyOf) return rest;
  if (anyOf.every(isText)) {
    // Of TypeBox's kind it would be made one again.
    const { [Kind]: _, ...choice } = rest as Schema & { [Kind]?: string };
    return { ...choice, type: "string", enum: anyOf.map(({ const: value }) => value) };
  }
  return { ...rest, anyOf: anyOf.some(isNull) ? anyOf.map((each) => beside(rest, each)) : anyOf };
}
