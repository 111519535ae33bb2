import { body, of } from "../examples/step.ts";
import { testFamily } from "../sweeps/test-families.ts";

const LETTER = { letter_id: "{createMapLetter.id}" };
const CASE = {
  product_id: "{listMapCases.items.0.product_id}",
  competitor_id: "{listMapCases.items.0.competitor_id}",
};
const SEEN_BELOW = ["updateMapPrices", "addObservations"];

export const mapPrices = testFamily({
  behind: ["price-monitor"],
  seed: {
    make: async ({ tenant, canary }) => {
      const { body: letter } = await tenant.post("/prices/map/letters", {
        name: `Letter ${canary}`.slice(0, 100),
        subject: "Price of {product}",
        body: "You ask {price} EUR.",
      });
      return { letter_id: letter.id };
    },
  },
  silent: {
    because: "letters to others; no price of ours changes",
    operations: ["createMapLetter", "updateMapLetter", "deleteMapLetter", "notifyMapCase"],
  },
  examples: [
    [
      "createMapLetter",
      body({
        name: "First reminder",
        subject: "Price of {product} (EAN {ean})",
        body: "You offer {product} for {price} EUR, below our minimum advertised price of {map_price} EUR: {url}",
      }),
    ],
    ["updateMapLetter", of(LETTER, { name: "Reminder" })],
    ["listMapCases"],
    ["notifyMapCase", of(CASE, LETTER)],
  ],
  unique: { createMapLetter: ["body/name"], updateMapLetter: ["body/name"] },
  needs: { getMapCase: SEEN_BELOW, notifyMapCase: SEEN_BELOW },
  sources: {
    letter_id: LETTER.letter_id,
    "cases/product_id": CASE.product_id,
    "cases/competitor_id": CASE.competitor_id,
  },
  lasting: { because: "written by people", tables: ["map_letter"] },
});
