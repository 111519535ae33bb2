// Spreadsheets skip such characters before they look for a formula.
const BLANK = "[\\s\\0-\\x1f\\x7f-\\x9f\\xad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064]";
const NUMBER = "\\.?\\d[\\d.,]*(?:e[+-]?\\d{1,3})?";
/**
 * A text that a spreadsheet may run: what begins with a sign of a formula, full width included, unless it is a negative
 * number as a whole. One with apostrophes before it counts as well, so that a guarded text can be distinguished from one
 * that had an apostrophe before. Source: https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = new RegExp(`^'*(?:[\\t\\r\\n]|${BLANK}*(?:[=+@＝＋－＠]|-(?!${NUMBER}$)))`, "i");

const APOSTROPHE = 39;

/** Whether a spreadsheet might run a text. */
export const isFormula = (text: string): boolean => FORMULA.test(text);

/** Puts an apostrophe before a text that a spreadsheet would take for a formula. `withoutFormulaGuard` takes it off. */
export const withFormulaGuard = (text: string): string => (isFormula(text) ? `'${text}` : text);

/** Takes off the apostrophe of `withFormulaGuard`; any text that went through both is what it was. */
export const withoutFormulaGuard = (text: string): string =>
  text.charCodeAt(0) === APOSTROPHE && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
