import { expect, test } from "bun:test";
import { openSecrets, withoutSecrets } from "../../src/connectors/engine/requests/sent-secrets.ts";

test("a secret of digits is taken out of texts and names, and a number that has it stays one", () => {
  const { redact } = openSecrets(["123456"], undefined);
  const read: Record<string, unknown> = {
    products: [{ externalId: "a 123456", stock: 1_234_567 }],
    images: { "k 123456": "1" },
    none: null,
  };
  expect(withoutSecrets({ redact }, read)).toEqual({
    products: [{ externalId: `a ${redact("123456")}`, stock: 1_234_567 }],
    images: { [`k ${redact("123456")}`]: "1" },
    none: null,
  });
});
