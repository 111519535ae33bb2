import { Type } from "@sinclair/typebox";
import { oneOf } from "../http/input/one-of.ts";
import { CHOICES } from "./engine/shop/shop-facts.ts";
import { STATUS } from "./schema.ts";

const Choices = Type.Array(Type.Object({ id: Type.String(), name: Type.String() }));
/** What a test of a connector answers. */
export const TestAnswer = Type.Object({
  success: Type.Boolean(),
  status: STATUS,
  message: Type.String({ description: "What is wrong, and what to do." }),
  choices: Type.Optional(
    Type.Object(Object.fromEntries(CHOICES.map((name) => [name, Type.Optional(Choices)])), {
      description: "What the shop lets choose from, where it says so.",
    }),
  ),
  price_tax: Type.Optional(oneOf(["included", "excluded"], { description: "Whether the shop's prices contain tax." })),
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      description:
        "What the credentials do not suffice for, and which options on prices do not fit what the shop says of itself; and what to do about it.",
    }),
  ),
});
