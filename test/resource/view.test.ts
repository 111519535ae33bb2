import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { view } from "../../src/kit/view.ts";

test("a field of a view is its schema, and a member of the row or what is made of it", () => {
  const Offers = view<{ id: string; cents: number }, [language: string]>()(
    {
      id: [Type.String(), "id"],
      price: [Type.Number(), ({ cents }) => cents / 100],
      language: [Type.String(), (_, language) => language],
    },
    { title: "Offer" },
  );

  expect(Offers.of({ id: "a", cents: 1250 }, "fr")).toEqual({ id: "a", price: 12.5, language: "fr" });
  expect(Offers.Body).toMatchObject({
    title: "Offer",
    required: ["id", "price", "language"],
    properties: { id: { type: "string" }, price: { type: "number" } },
  });
});
