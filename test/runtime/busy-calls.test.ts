import { expect, test } from "bun:test";
import * as FAMILIES from "../../src/families.ts";
import { translate } from "../../src/http/output/messages.ts";

test("a call that waits in the queue is refused by the name of what it is", () => {
  const named = Object.values(FAMILIES)
    .flatMap(({ calls }) => calls ?? [])
    .flatMap(({ call: { name, queuedAs } }) =>
      queuedAs === undefined ? [] : [[name, translate("en", queuedAs, { seconds: 1 })] as const],
    );
  const nouns = Object.fromEntries(
    named.map(([name, text]) => [name, /^Too many (.*) wait for an answer, try again in 1 s$/.exec(text)?.[1]]),
  );

  expect(nouns).toEqual({
    "compliance.count": "compliance checks",
    "compliance.issues": "compliance checks",
    "compliance.survey": "compliance checks",
    "enrichment.ledger": "AI statistics",
    "translation.estimate": "estimates of translations",
    "map-prices.case-page": "price analyses",
    "map-prices.violation-page": "price analyses",
    "price-monitor.monitored-page": "price analyses",
    "price-monitor.position-page": "price analyses",
    "price-monitor.position-summary": "price analyses",
    "price-monitor.validation-page": "price analyses",
    "pricing.sources": "price analyses",
    "products.by-reference": "lists and counts of products",
    "products.changes": "lists and counts of products",
    "products.count": "lists and counts of products",
    "products.page": "lists and counts of products",
    "products.stats": "lists and counts of products",
    "repricing.simulate": "price analyses",
    "search.find": "searches",
    "search.similar": "searches",
    "search.suggest": "searches",
  });
});
