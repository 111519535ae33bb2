import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { preparationBy } from "../../src/http/input/preparation.ts";
import { UnknownNames } from "../../src/http/input/unknown-names.ts";

const Item = Type.Object({ ean: Type.String(), size: Type.Optional(Type.Object({ width: Type.Number() })) });
const Up = Type.Object({ type: Type.Literal("up"), by: Type.Number() });
const Down = Type.Object({ type: Type.Literal("down"), to: Type.Number() });

/** What is named of a body, which stays as it is. */
function namedOf(schema: Parameters<typeof preparationBy>[0], body: unknown): string | undefined {
  const unknown = new UnknownNames();
  const before = JSON.stringify(body);
  preparationBy(Type.Object({ part: schema }))?.({ part: body }, unknown);
  expect(JSON.stringify(body)).toBe(before);
  const headers: Record<string, string> = {};
  unknown.report(headers, () => null);
  return headers["x-unknown-parameters"];
}

test("names that no variant knows are noted with their path", () => {
  const nullable = Type.Union([Item, Type.Null()]);
  expect(namedOf(nullable, { ean: "1", eam: "2", size: { width: 1, hight: 2 } })).toBe("part.eam, part.size.hight");
  expect(namedOf(nullable, null)).toBeUndefined();
  expect(namedOf(Type.Union([Up, Down]), { type: "up", by: 1, to: 2 })).toBe("part.to");
  expect(namedOf(Type.Union([Up, Down]), { type: "sideways", bye: 1 })).toBeUndefined();
  expect(namedOf(Type.Union([Item, Up]), { type: "up", ean: "1", other: 1 })).toBe("part.other");
  expect(namedOf(Type.Union([Item, Type.Array(Item)]), [{ ean: "1" }, { eam: "1" }])).toBe("part.1.eam");
  expect(namedOf(Type.Union([Item, Type.Record(Type.String(), Type.Unknown())]), { any: 1 })).toBeUndefined();
  expect(namedOf(Type.Union([Item, Type.String()]), "text")).toBeUndefined();
});

test("unknown names of items that are checked one by one are noted", () => {
  const items = Type.Array(Type.Any({ ...Item }));
  expect(namedOf(items, [{ ean: "1", prise: 2 }, 5, { eam: "1" }])).toBe("part.0.prise, part.2.eam");
});
