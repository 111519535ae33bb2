/** What follows a number, in the form that words are compared in. */
const UNITS = [
  // Weight and volume.
  ..."ug μg mcg mg g gr kg t lb lbs oz ul μl ml cl dl l hl cc gal".split(" "),
  // Length, area, space.
  ..."nm um μm mm cm dm m km in inch ft mm2 cm2 dm2 m2 cm3 dm3 m3".split(" "),
  // Electricity, light, sound, data, frequency.
  ..."mv v kv ma a ah mah mw w kw kwp wh kwh va kva lm lx cd db kb mb gb tb hz khz mhz ghz dpi".split(" "),
  // Time, pressure, energy, doses.
  ..."ms min h bar mbar pa hpa kpa mpa psi nm j kj kcal cal ui iu mol mmol meq ppm rpm".split(" "),
  // Pieces.
  ..."x pc pcs pce pz szt st stk".split(" "),
  // The same in Cyrillic.
  ..."мкг мг г кг мл л мм см м шт вт в".split(" "),
];
const MEASURE = new RegExp(`^((?:\\d{1,7}x)*\\d{1,7})(${[...new Set(UNITS)].join("|")})?$`);

const FIRST = "0".charCodeAt(0);
const LAST = "9".charCodeAt(0);

/** Whether a word may have parts: it begins with a digit and has something else. */
function isMixed(word: string): boolean {
  const first = word.charCodeAt(0);
  if (first < FIRST || first > LAST) return false;
  for (let at = 1; at < word.length; at++) {
    const code = word.charCodeAt(at);
    if (code < FIRST || code > LAST) return true;
  }
  return false;
}

/** The parts of a word that is a measure: `500mg` and `500 mg` are the same, as are `6x33cl` and `6 x 33 cl`. */
export function partsOfMeasure(word: string): string[] {
  const measure = isMixed(word) ? MEASURE.exec(word) : null;
  if (!measure) return [word];
  const [, numbers = "", unit] = measure;
  const parts = numbers.split(/(x)/);
  return unit === undefined ? parts : [...parts, unit];
}

/** Words with their measures in parts. */
export const withMeasures = (words: string[]): string[] =>
  words.some(isMixed) ? words.flatMap(partsOfMeasure) : words;
