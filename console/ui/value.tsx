import type { ComponentChildren } from "preact";
import { c } from "../words/common.ts";
import { codeWord } from "../words/fields.ts";
import { date, money, number } from "../words/words.ts";
import { Meter, Tag, type Tone } from "./basics.tsx";
import type { Field } from "./schema.ts";

const TONES: Readonly<Record<string, Tone>> = {
  active: "good",
  published: "good",
  approved: "good",
  completed: "good",
  completed_with_errors: "warn",
  awaiting_mapping: "warn",
  awaiting_approval: "warn",
  review: "warn",
  pending: "warn",
  paused: "warn",
  failed: "bad",
  invalid: "bad",
  inactive: "bad",
};

/** A state as a coloured word. */
export const State = ({ code }: { code: string }) => <Tag tone={TONES[code] ?? "plain"}>{codeWord(code)}</Tag>;

/** An image of this service; others, which the page's policy does not let in, stay an empty frame. */
export function Thumb({ src, isBig = false }: { src: unknown; isBig?: boolean }) {
  const kind = isBig ? "thumb big" : "thumb";
  const address = typeof src === "string" ? URL.parse(src, location.origin) : null;
  if (address?.origin !== location.origin && address?.protocol !== "blob:") return <span class={kind} />;
  return <img class={kind} src={address.href} alt="" loading="lazy" />;
}

/** Whether a field holds an amount of money. */
export const isPrice = (name: string): boolean => /(^|_)price$|_price_|^price/.test(name);

/** A value as its field is read: prices, dates, states, shares. */
export function show(field: Pick<Field, "name" | "kind">, value: unknown): ComponentChildren {
  const { name, kind } = field;
  if (name.endsWith("image_url")) return <Thumb src={value} />;
  if (value === null || value === undefined || value === "") return "";
  if (name === "completeness_score" && typeof value === "number") return <Meter value={value} />;
  if (typeof value === "number") return isPrice(name) ? money(value) : number(value, { maximumFractionDigits: 4 });
  if (typeof value === "boolean") return c(value ? "yes" : "no");
  if (kind === "choice") return <State code={String(value)} />;
  if (kind === "date") return date(String(value), String(value).length > "2026-11-25".length);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
