import { nameKey } from "../../text/name-key.ts";

const words = <T>(figure: T, list: string): ReadonlyMap<string, T> =>
  new Map(list.split(", ").map((word) => [nameKey(word), figure]));

/** What price lists write instead of a price that they do not tell; by `nameKey`. */
export const PRICE_WORDS = words(
  null,
  "n.c., nc, n/c, n/a, -, –, tba, tbd, sur demande, sur devis, nous consulter, on request, price on request, " +
    "auf anfrage, preis auf anfrage, a consultar, consultar, su richiesta, op aanvraag, na zapytanie",
);

/** What stock lists write instead of 0; by `nameKey`. */
export const STOCK_WORDS = words(
  0,
  "rupture, en rupture, rupture de stock, épuisé, indisponible, out of stock, sold out, unavailable, ausverkauft, " +
    "nicht verfügbar, nicht lieferbar, agotado, sin stock, esaurito, non disponibile, uitverkocht, niet op voorraad, brak",
);
