import ipaddr from "ipaddr.js";
import { TIERS } from "./tiers.ts";

/** Turns the text of a setting into its value; throws a sentence that says what is expected. */
export type ParseSetting<T> = (text: string) => T;

interface Setting<T, Fallback extends string | undefined> {
  /** As it would be written; absent: it may be not set. */
  fallback?: Fallback;
  description: string;
  /** Shown as `********`. */
  secret?: true;
  parse: ParseSetting<T>;
}

/** Keeps the type of its value, and whether it always has one. */
export const setting = <T, Fallback extends string | undefined = undefined>(setting: Setting<T, Fallback>) => setting;

/** What a setting comes to. */
export type SettingValue<S> =
  S extends Setting<infer T, infer Fallback> ? T | (Fallback extends string ? never : undefined) : never;

export const anyText: ParseSetting<string> = (text) => text;

/** A text that is not too short to be a secret. */
export const longText =
  (min: number): ParseSetting<string> =>
  (text) => {
    if (text.length >= min) return text;
    throw new Error(`expects at least ${min} characters`);
  };

/** The address of a server: `https://host:port`. */
export const httpAddress: ParseSetting<string> = (text) => {
  if (/^https?:\/\/[^/?#@]+\/?$/.test(text) && URL.canParse(text)) return text.replace(/\/$/, "");
  throw new Error("expects an address such as https://host:9000");
};

/** The address of a server by one of these schemes, with or without a path. */
export const serverAddress =
  (...schemes: string[]): ParseSetting<string> =>
  (text) => {
    const pattern = new RegExp(`^(?:${schemes.join("|")})://[^\\s/?#@]+(?:/\\S*)?$`);
    if (pattern.test(text) && URL.canParse(text)) return text;
    throw new Error(`expects an address such as ${schemes.at(0)}://host:8080`);
  };

/** The address of a mail server, with or without user and password. */
export const mailServerAddress: ParseSetting<string> = (text) => {
  if (/^smtps?:\/\/(?:[^\s/@]*@)?[^\s/?#@]+(?:[/?]\S*)?$/.test(text) && URL.canParse(text)) return text;
  throw new Error("expects an address such as smtp://user:password@host:587, special characters as %40");
};

const SECRET_KEY = /^[A-Za-z0-9+/]{43}=$/;

/** Comma-separated keys of 32 bytes in base64. */
export const secretKeys: ParseSetting<string[]> = (text) => {
  const keys = text.split(",").map((key) => key.trim());
  if (keys.every((key) => SECRET_KEY.test(key))) return keys;
  throw new Error("expects 32 bytes in base64 (openssl rand -base64 32), or several separated by commas");
};

/** A whole number between two bounds. */
export const wholeNumber =
  (min: number, max: number): ParseSetting<number> =>
  (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new Error(`expects a whole number from ${min} to ${max}`);
  };

/** A contact as security.txt has it. */
export const securityContact: ParseSetting<string> = (text) => {
  if (/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+[\d-]+)$/.test(text)) return text;
  throw new Error("expects mailto:, https:// or tel: such as mailto:security@example.com");
};

export const yesOrNo: ParseSetting<boolean> = (text) => {
  if (["1", "true", "yes", "on"].includes(text.toLowerCase())) return true;
  if (["0", "false", "no", "off", ""].includes(text.toLowerCase())) return false;
  throw new Error("expects 1 or 0");
};

/** Whose word on the client's address is taken: of everybody, of no one, or of these networks. */
export type TrustedProxies = boolean | readonly string[];

/** 1, 0, or comma-separated addresses and networks of proxies: `127.0.0.1,10.1.2.0/24`. */
export const trustedProxies: ParseSetting<TrustedProxies> = (text) => {
  if (!/[.:]/.test(text)) return yesOrNo(text);
  return text.split(",").map((entry) => rangeOf(entry.trim()));
};

export const oneOf =
  <const T extends string>(...values: T[]): ParseSetting<T> =>
  (text) => {
    const value = values.find((each) => each === text);
    if (value !== undefined) return value;
    throw new Error(`expects one of ${values.join(", ")}`);
  };

/** Comma-separated networks and names: `10.1.2.0/24,erp.lan`. An address alone is a network of one. */
export const outboundAllow: ParseSetting<{ ranges: string[]; names: string[] }> = (text) => {
  const entries = text
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== "");
  const isRange = (entry: string) => /^[\d.]+(?:\/\d+)?$|:/.test(entry);
  const ranges = entries.filter(isRange).map((entry) => rangeOf(entry));
  const names = entries.filter((entry) => !isRange(entry));
  if (names.every((name) => /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name))) return { ranges, names };
  throw new Error("expects networks and names separated by commas, such as 10.1.2.0/24,erp.lan");
};

function rangeOf(entry: string): string {
  const range = entry.includes("/") ? entry : `${entry}/${entry.includes(":") ? 128 : 32}`;
  if (ipaddr.isValidCIDR(range)) return range;
  throw new Error(`holds ${entry}, which is no network`);
}

const isOrigin = (text: string) => /^https?:\/\/[^/?#@\s*]+$/.test(text) && URL.canParse(text);

/** Comma-separated origins of web pages, or `*` for all: `https://shop.example,http://localhost:5173`. */
export const corsOrigins: ParseSetting<"*" | string[]> = (text) => {
  if (text.trim() === "*") return "*";
  const origins = text
    .split(",")
    .map((each) => each.trim().replace(/\/$/, ""))
    .filter((each) => each !== "");
  if (origins.length > 0 && origins.every(isOrigin)) return origins.map((each) => new URL(each).origin);
  throw new Error("expects * or origins separated by commas, such as https://shop.example,http://localhost:5173");
};

/** Limits of rate-limit tiers: `{"READ_STANDARD":{"limit":10,"window_s":60}}`. */
export const tierLimits: ParseSetting<Record<string, { limit: number; windowSeconds: number }>> = (text) => {
  const expected = 'expects JSON such as {"READ_STANDARD":{"limit":10,"window_s":60}}';
  let tiers: unknown;
  try {
    tiers = JSON.parse(text);
  } catch {
    throw new Error(expected);
  }
  if (typeof tiers !== "object" || tiers === null || Array.isArray(tiers)) throw new Error(expected);
  return Object.fromEntries(
    Object.entries(tiers).map(([tier, value]) => {
      const { limit, window_s: windowSeconds } = Object(value) as { limit?: unknown; window_s?: unknown };
      const good = Number.isInteger(limit) && Number(limit) > 0 && Number.isInteger(windowSeconds);
      if (!good) throw new Error(expected);
      if (!Object.hasOwn(TIERS, tier))
        throw new Error(`names ${tier}, and the tiers are ${Object.keys(TIERS).join(", ")}`);
      return [tier, { limit: Number(limit), windowSeconds: Number(windowSeconds) }];
    }),
  );
};
