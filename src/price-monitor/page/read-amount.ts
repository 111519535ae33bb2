/** The decimal sign of an amount as it is written; "" when it has none. */
function decimalSign(text: string): string {
  const [comma, dot] = [text.lastIndexOf(","), text.lastIndexOf(".")];
  if (comma >= 0 && dot >= 0) return comma > dot ? "," : ".";
  const sign = comma >= 0 ? "," : ".";
  const at = Math.max(comma, dot);
  if (at < 0 || text.indexOf(sign) !== at) return "";
  // A dot is what schema.org asks for; a comma before three digits groups them.
  return sign === "," && text.length - at - 1 === 3 ? "" : sign;
}

/** An amount of money as pages write it, in cents: `1299`, `"1.299,00 €"`, `"1,299.00"`, `"29.900000"`. `null`: it is none. */
export function readAmount(given: unknown): number | null {
  if (typeof given !== "number" && typeof given !== "string") return null;
  const [text = ""] = /\d[\d.,'’\s]*/.exec(String(given).slice(0, 60)) ?? [];
  const digits = text.replaceAll(/['’\s]/g, "").replace(/[.,]+$/, "");
  const sign = decimalSign(digits);
  const at = sign === "" ? digits.length : digits.lastIndexOf(sign);
  const whole = digits.slice(0, at).replaceAll(/[.,]/g, "");
  const part = `${digits.slice(at + 1)}000`;
  if (whole === "" || whole.length > 10 || /[-−]\s*$/.test(String(given).split(text)[0] ?? "")) return null;
  const thousandths = Number(whole) * 1000 + Number(part.slice(0, 3));
  return Math.round(thousandths / 10);
}

const SIGNS: Readonly<Record<string, string>> = { "€": "EUR", "£": "GBP", $: "USD", zł: "PLN", "¥": "JPY", kč: "CZK" };

/** A currency as pages write it; `null`: it cannot be said. */
export function readCurrency(given: unknown): string | null {
  if (typeof given !== "string") return null;
  const text = given.trim();
  return /^[a-z]{3}$/i.test(text) ? text.toUpperCase() : (SIGNS[text.toLowerCase()] ?? null);
}
