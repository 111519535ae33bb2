import type { Unit } from "../../../products/fields/kinds.ts";
import { nameKey } from "../../../text/name-key.ts";
import { type DecimalMark, FIGURE_LENGTH_MAX, parseNumber, roundTo } from "./numbers.ts";

/** What units measure; those of one kind can be converted into each other. */
type Kind = "mass" | "length" | "time" | "months" | "volume" | "pieces";

interface UnitFact {
  kind: Kind;
  /** In kilograms, centimetres, days, months, litres or pieces. */
  factor: number;
}

/** Words of several languages, and the codes of UN/CEFACT that catalogs write: `KGM`, `MMT`. */
const FACTS: readonly (readonly [Kind, number, string])[] = [
  ["mass", 1, "kg kgs kgm kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramos chilogrammi"],
  ["mass", 0.001, "g gr grs grm gram grams gramm gramme grammes gramos grammi"],
  ["mass", 0.000001, "mg mgm"],
  ["mass", 1000, "to tne tonne tonnes tonnen tons"],
  ["mass", 0.45359237, "lb lbs lbr pound pounds"],
  ["mass", 0.028349523125, "oz onz ounce ounces unze unzen once onces"],
  ["length", 1, "cm cms cmt centimeter centimeters centimetre centimetres zentimeter"],
  ["length", 0.1, "mm mmt millimeter millimeters millimetre millimetres"],
  ["length", 10, "dm dmt"],
  ["length", 100, "m meter meters metre metres mtr"],
  ["length", 2.54, "in inh inch inches zoll pouce pouces pulgada pulgadas pollici cal cali inchs"],
  ["length", 30.48, "ft fot feet foot fuss pied pieds"],
  ["length", 91.44, "yd yard yards"],
  ["time", 1, "d day days tag tage tagen j jr jrs jour jours dia dias giorno giorni dag dagen dzien dni"],
  ["time", 1 / 24, "h hr hrs hour hours std stunde stunden heure heures hora horas ore ora uur godz"],
  [
    "time",
    7,
    "w wk week weeks woche wochen semaine semaines sem semana semanas settimana settimane weken tydzien tygodnie tygodni",
  ],
  [
    "months",
    1,
    "month months mon monat monate monaten mois mes meses mese mesi maand maanden miesiac miesiace miesiecy",
  ],
  ["months", 12, "y yr yrs year years jahr jahre jahren an ans annee annees ano anos anno anni jaar rok lata lat"],
  ["volume", 1, "l lt ltr liter litre liters litres litro litros litri"],
  ["volume", 0.001, "ml mlt"],
  ["volume", 0.01, "cl"],
  ["volume", 0.1, "dl"],
  [
    "pieces",
    1,
    "pc pcs pce piece pieces stk stck st stuck ud uds unidad unidades unit units unite unites u pz pzi pezzi stuks szt sztuk sztuki ea each",
  ],
];
const UNITS: ReadonlyMap<string, UnitFact> = new Map(
  FACTS.flatMap(([kind, factor, words]) => words.split(" ").map((word) => [word, { kind, factor }] as const)),
);
const STORED: Record<Unit, UnitFact> = {
  kg: { kind: "mass", factor: 1 },
  g: { kind: "mass", factor: 0.001 },
  cm: { kind: "length", factor: 1 },
  day: { kind: "time", factor: 1 },
  month: { kind: "months", factor: 1 },
  piece: { kind: "pieces", factor: 1 },
};
/** Signs for inches, as people and spreadsheets write them. */
const INCH_SIGNS = /["″”]|''$/;

const unitOf = (word: string): UnitFact | undefined =>
  UNITS.get(INCH_SIGNS.test(word) ? "inch" : nameKey(word).replace(/\.$/, ""));

const HEADER_WORDS_MAX = 12;
const HEADER_LENGTH_MAX = 255;

/**
 * The unit that a column's header names: in brackets, at its end, or behind `in` or `en` (`Poids (g)`, `weight_kg`,
 * `Breite in mm`); `undefined` when it names none.
 */
export function headerUnit(header: string): string | undefined {
  if (header.length > HEADER_LENGTH_MAX) return undefined;
  const bracketed = /[([{]\s*(?:in\s+|en\s+)?([^()[\]{}\s]{1,12})\s*[)\]}]/i.exec(header)?.[1];
  if (bracketed !== undefined && unitOf(bracketed)) return bracketed;
  if (bracketed !== undefined && INCH_SIGNS.test(bracketed)) return "inch";
  const words = nameKey(header.replace(/[([{].*?[)\]}]/g, " "))
    .split(/[^\p{L}\p{N}"″]+/u)
    .filter((word) => word !== "")
    .slice(-HEADER_WORDS_MAX);
  const last = words.at(-1) ?? "";
  // Alone, `grams` is a unit; one letter at the end says what is measured as often as in what (`Breite B`).
  const isUnit = unitOf(last) !== undefined && (words.length > 1 || last.length > 3);
  const isTied = /^(?:in|en|w|em)$/.test(words.at(-2) ?? "");
  return isUnit && (last.length > 1 || last === "g" || isTied) ? last : undefined;
}

const WITH_UNIT = /^(.*?\d[\d.,]*)\s*([\p{L}"″”']{1,14})\.?$/u;
const BARE = /^\d+(?:[.,]\d+)?$/;

/** Why a measure cannot be read. */
export type MeasureFault = "no_number" | "unknown_unit";

/** Reads measures of one column. */
export type ReadMeasure = (text: string) => number | MeasureFault;

/**
 * Reads measures in `unit`, converted from the unit each is written with, else from `assumed`: to six decimals. A fault
 * for what is no number, and for a unit that is unknown or of another kind.
 */
export function openMeasures({
  unit,
  assumed,
  mark,
}: {
  unit: Unit;
  assumed: string | undefined;
  mark: DecimalMark;
}): ReadMeasure {
  const to = STORED[unit];
  const usual = assumed === undefined ? to : unitOf(assumed);
  return (text) => {
    if (text.length > FIGURE_LENGTH_MAX) return "no_number";
    const { digits, written } = taken(text);
    const number = parseNumber(digits, mark);
    if (number === undefined) return parseNumber(text, mark) ?? "no_number";
    const from = written === undefined ? usual : unitOf(written);
    if (from?.kind === to.kind) return converted(number, from, to);
    // A currency is no unit.
    return (written === undefined ? undefined : parseNumber(text, mark)) ?? "unknown_unit";
  };
}

/** The figure and the unit behind it. */
function taken(text: string): { digits: string; written: string | undefined } {
  const match = BARE.test(text) ? null : WITH_UNIT.exec(text);
  return { digits: match?.[1] ?? text, written: match?.[2] };
}

const converted = (number: number, from: UnitFact, to: UnitFact): number =>
  from.factor === to.factor ? number : roundTo((number * from.factor) / to.factor, 6);
