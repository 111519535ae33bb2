import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { coercionBy } from "../../src/http/input/coercion.ts";
import { validateBody } from "../../src/http/input/validation.ts";

test("handlers get ids in lower case, in every place of a schema", () => {
  const Id = Type.String({ format: "uuid" });
  const check = validateBody(
    Type.Object({
      one: Id,
      none: Type.Optional(Type.Union([Id, Type.Null()])),
      several: Type.Array(Id),
      within: Type.Object({ id: Id }),
      name: Type.String(),
    }),
  );
  const [given, stored] = ["ABCDEF11-1111-4111-8111-111111111111", "abcdef11-1111-4111-8111-111111111111"];

  expect(check({ one: given, none: given, several: [given], within: { id: given }, name: given })).toEqual({
    one: stored,
    none: stored,
    several: [stored],
    within: { id: stored },
    name: given,
  });
  const read = coercionBy(Type.Object({ one: Id, several: Type.Array(Id), name: Type.String() }));
  expect({
    ...read([
      ["one", given],
      ["several", `${given},${given}`],
      ["name", given],
    ]),
  }).toEqual({
    one: stored,
    several: [stored, stored],
    name: given,
  });
});
