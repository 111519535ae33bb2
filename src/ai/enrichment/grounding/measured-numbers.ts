/** A number of a text with what stands behind it, as far as that is a unit. */
export interface Measured {
  /** As it is written. */
  text: string;
  /** With a point, without separators of thousands. */
  number: string;
  /** Of what it is, in the base of its kind: `80 cm` is 0.8 of `m`; `null`: a bare number. */
  unit: { base: string; value: number } | null;
}

/** What units are called, and how many of their base one is. */
const UNITS: readonly [names: string, base: string, factor: number][] = [
  ["mm millimètre millimètres millimeter millimeters millimetre millimetres", "m", 0.001],
  ["cm centimètre centimètres centimeter centimeters centimetre centimetres zentimeter centímetros", "m", 0.01],
  ["m mètre mètres meter meters metre metres metros metri", "m", 1],
  ["km kilomètre kilomètres kilometer kilometers kilómetros", "m", 1000],
  ["inch inches pouce pouces zoll pulgadas pollici", "in", 1],
  ["mg", "g", 0.001],
  ["g gramme grammes gram grams gramm gramos grammi", "g", 1],
  ["kg kilo kilos kilogramme kilogrammes kilogram kilograms kilogramm kilogramos chilogrammi", "g", 1000],
  ["t tonne tonnes tonnen toneladas tonnellate", "g", 1_000_000],
  ["lb lbs pound pounds livre livres libras", "lb", 1],
  ["oz ounce ounces once onces onzas", "oz", 1],
  ["ml millilitre millilitres milliliter milliliters", "l", 0.001],
  ["cl centilitre centilitres centiliter centiliters", "l", 0.01],
  ["l litre litres liter liters litros litri", "l", 1],
  ["w watt watts vatios", "w", 1],
  ["kw kilowatt kilowatts kilovatios", "w", 1000],
  ["wh", "wh", 1],
  ["kwh", "wh", 1000],
  ["v volt volts voltios", "v", 1],
  ["ampère ampères amp amps", "a", 1],
  ["mah", "ah", 0.001],
  ["ah", "ah", 1],
  ["hz", "hz", 1],
  ["khz", "hz", 1000],
  ["mhz", "hz", 1_000_000],
  ["ghz", "hz", 1_000_000_000],
  ["bar bars", "bar", 1],
  ["db", "db", 1],
  ["lm lumen lumens", "lm", 1],
  ["rpm tr/min", "rpm", 1],
  ["% pour-cent percent prozent", "%", 1],
  ["°c", "°c", 1],
  ["° degré degrés degree degrees grad", "°", 1],
  ["h heure heures hour hours stunde stunden horas ore", "h", 1],
  ["min minute minutes minuten minutos minuti", "h", 1 / 60],
  ["jour jours day days tag tage días giorni", "day", 1],
  ["mois month months monat monate meses mesi", "month", 1],
  ["an ans année années year years jahr jahre años anni", "month", 12],
  ["€ eur euro euros", "eur", 1],
  ["$ usd dollar dollars", "usd", 1],
];
const BY_NAME = new Map(
  UNITS.flatMap(([names, base, factor]) => names.split(" ").map((name) => [name, { base, factor }])),
);

const DIGITS = String.raw`\d+(?:[ \u00a0\u202f.,']\d{3})*(?:[.,]\d+)?`;
/** A number that is no part of a word, and the word behind it. */
const NUMBER = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,_-])(${DIGITS})(?![\p{N}])(?:[ \u00a0\u202f-]?(tr/min|°C|[\p{L}]+|[%°€$]))?`,
  "giu",
);

/** `1 200,50` and `1200.5` are one number. A comma or point before three digits at the end separates thousands. */
function numberOf(digits: string): string {
  const plain = digits.replaceAll(/[ \u00a0\u202f']/g, "");
  const grouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(plain) && !/^0[.,]/.test(plain);
  const value = grouped && plain.length > 5 ? Number(plain.replaceAll(/[.,]/g, "")) : Number(plain.replace(",", "."));
  return Number.isFinite(value) ? String(value) : plain;
}

/** The numbers of a text, each with its unit where it has a known one. */
export function measuredNumbers(text: string): Measured[] {
  return [...text.matchAll(NUMBER)].map(([whole, digits = "", word = ""]) => {
    const number = numberOf(digits);
    const known = BY_NAME.get(word.toLowerCase());
    // Rounded as far as a conversion can be wrong.
    const value = known ? Number((Number(number) * known.factor).toPrecision(9)) : 0;
    return { text: known ? whole.trim() : digits, number, unit: known ? { base: known.base, value } : null };
  });
}
