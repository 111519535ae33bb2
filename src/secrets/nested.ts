import { isMaskedAddress, isSecretName, MASK, maskAddress } from "../text/recognise-secrets.ts";
import { isRecord } from "../text/unknown-values.ts";

/** Whether a member is hidden as a whole; an empty one hides nothing. */
const isHidden = (name: string, value: unknown) =>
  isSecretName(name) && value !== undefined && value !== null && value !== "" && typeof value !== "boolean";

/** A value as answers show it: members that are secrets by their names are masked at any depth, addresses in part. */
export function maskNested(value: unknown): unknown {
  if (typeof value === "string") return maskAddress(value);
  if (Array.isArray(value)) return value.map(maskNested);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, isHidden(name, member) ? MASK : maskNested(member)]),
  );
}

/** A value that was sent, with what is stored in place of what is masked in it. */
export function unmaskNested(sent: unknown, before: unknown): unknown {
  if (typeof sent === "string") return unmaskText(sent, before);
  if (Array.isArray(sent)) {
    const stored: unknown[] = Array.isArray(before) ? before : [];
    return sent.map((each, index) => unmaskNested(each, stored[index]));
  }
  if (!isRecord(sent)) return sent;
  const stored = isRecord(before) ? before : {};
  return Object.fromEntries(Object.entries(sent).map(([name, member]) => [name, unmaskNested(member, stored[name])]));
}

function unmaskText(sent: string, before: unknown): unknown {
  if (sent === MASK) return before;
  const isUnchanged = isMaskedAddress(sent) && typeof before === "string" && maskAddress(before) === sent;
  return isUnchanged ? before : sent;
}

/** The texts of a value that `maskNested` hides. */
export function hiddenTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(hiddenTexts);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    isHidden(name, member) && typeof member === "string" ? [member] : hiddenTexts(member),
  );
}
