import { nameKey } from "../../../../text/name-key.ts";

const keysOf = (list: string): string[] => list.split(", ").map(nameKey);
const words = <T>(figure: T, list: string): ReadonlyMap<string, T> =>
  new Map(keysOf(list).map((word) => [word, figure]));

/** What price lists write instead of a price that they do not give; by `nameKey`. */
export const PRICE_WORDS = words(
  null,
  "n.c., nc, n/c, n/a, -, –, tba, tbd, poa, p.o.a., sur demande, sur devis, prix sur demande, prix sur devis, nous consulter, on request, " +
    "price on request, price on application, call, auf anfrage, preis auf anfrage, a.a., a consultar, consultar, su richiesta, op aanvraag, na zapytanie",
);

/** What stock lists write instead of 0; by `nameKey`. */
export const STOCK_WORDS = words(
  0,
  "rupture, en rupture, rupture de stock, épuisé, indisponible, out of stock, outofstock, out_of_stock, out-of-stock, sold out, unavailable, ausverkauft, " +
    "nicht verfügbar, nicht lieferbar, agotado, sin stock, esaurito, non disponibile, uitverkocht, niet op voorraad, brak",
);

/** What stock lists write instead of a number that they do not give; by `nameKey`. */
export const STOCK_UNKNOWN: ReadonlySet<string> = new Set(
  keysOf(
    "en stock, dispo, disponible, in stock, instock, in_stock, in-stock, available, low stock, limited stock, stock limité, stock faible, sur commande, " +
      "on order, back order, backorder, pre-order, preorder, précommande, auf lager, lieferbar, verfügbar, sofort lieferbar, sofort verfügbar, " +
      "lagernd, auf bestellung, bestellt, en existencias, bajo pedido, disponibile, in magazzino, su ordinazione, op voorraad, leverbaar, " +
      "beschikbaar, op bestelling, dostępny, dostępne, na stanie, na zamówienie, w magazynie, yes, oui, ja, sí, si, tak",
  ),
);

/** What files write in a cell that holds nothing, spreadsheets' faults among it; by `nameKey`. */
const NO_VALUES: ReadonlySet<string> = new Set(
  keysOf(
    "-, --, ---, –, —, −, ., .., ..., ?, ??, *, /, \\, n/a, n.a., na, n.a, #n/a, #na, #nv, #n/d, #n/d!, #ref!, #value!, #valeur!, #wert!, #bezug!, " +
      "#div/0!, #name?, #nom?, #null!, #num!, #nombre!, nan, null, nil, none, (none), (null), (blank), undefined, unknown, not available, not applicable, " +
      "not specified, tbd, tba, tbc, n/c, nc, n.c., nd, n.d., n/d, n.r., nr, s/o, so, sans objet, non applicable, non communiqué, " +
      "[null], [editvalue is null], non renseigné, non défini, inconnu, aucun, aucune, néant, k.a., k. a., ka, keine angabe, keine angaben, nicht verfügbar, nicht bekannt, " +
      "unbekannt, entfällt, keine, kein, sin datos, no disponible, no aplica, desconocido, ninguno, non disponibile, sconosciuto, nessuno, " +
      "onbekend, n.v.t., nvt, niet van toepassing, geen, brak, brak danych, nie dotyczy, nieznany",
  ),
);
const NO_VALUE_LENGTH_MAX = 24;

/** Whether a cell says that it holds nothing. */
export const isNoValue = (text: string): boolean => text.length <= NO_VALUE_LENGTH_MAX && NO_VALUES.has(nameKey(text));

const ABOUT =
  /^(?:ab|from|d[eè]s|[aà] partir de|desde|da|vanaf|od|ca\.?|circa|env\.?|environ|about|approx\.?|around|max\.?|min\.?|bis(?: zu)?|up to|jusqu'[aà]|tot|do|[<>~≈≤≥]=?)\s*\p{Sc}?\s*\d/iu;
const RANGE =
  /^\D{0,8}\d[\d.,]{0,12}\s{0,2}(?:-|–|—|\.\.|\/|bis|to|[aà]|tot|do|und|et|or|ou|oder)\s{0,2}\d[\d.,]{0,12}\D{0,16}$/iu;
const INEXACT_LENGTH_MAX = 40;

/** Whether a cell gives a rough quantity, not an exact one: `ab 12,50`, `3-5`, `ca. 10`. */
export const isInexact = (text: string): boolean =>
  text.length <= INEXACT_LENGTH_MAX && (ABOUT.test(text) || RANGE.test(text));
