import { expect, test } from "bun:test";
import { inWords } from "../../src/connectors/engine/requests/platform-words.ts";

test("a refusal is shown in the platform's words, not as JSON", () => {
  const presta = { errors: [{ code: 85, message: 'Validation error: "Property Combination->weight is not valid"' }] };
  expect(inWords(`The platform answered 400: ${JSON.stringify(presta)}`)).toBe(
    'The platform answered 400: Validation error: "Property Combination->weight is not valid"',
  );
  expect(inWords('It answered 400: {"code":"rest_forbidden","message":"No.","data":{"status":401}}')).toBe(
    "It answered 400: No.",
  );
  expect(inWords('It answered 400: {"errors":[{"message":"One"},{"message":"One"},{"detail":"Two"}]}')).toBe(
    "It answered 400: One; Two",
  );
  expect(inWords('It answered 400: {"error":"invalid_grant","error_description":"It has ended"}')).toBe(
    "It answered 400: It has ended",
  );
});

test("what has no sentence is shown as it is", () => {
  for (const text of ["<h1>Forbidden</h1>", '{"status":"bad"}', '{"message":{}}', "[]", '{"message":"cut off']) {
    expect(inWords(`It answered: ${text}`)).toBe(`It answered: ${text}`);
  }
});
