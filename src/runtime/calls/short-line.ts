/** What every line has, or its head shows already. */
const NOT_FACTS = new Set(["level", "time", "msg", "thread", "pid", "hostname"]);

const shown = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** A line of the log for people: of a request the call, the answer and the caller; of all else its fields. */
export function shortLine(line: Record<string, unknown>, messageKey: string): string {
  const { method, path, status, duration_ms: durationMs, address, key_id: keyId, user_id: userId } = line;
  if (line[messageKey] === "request") {
    const who = [address, keyId && `key ${keyId}`, userId && `user ${userId}`].filter(Boolean);
    return `${method} ${path} ${status} ${durationMs}ms ${who.join(" ")}`;
  }
  const facts = Object.entries(line).filter(([name]) => !NOT_FACTS.has(name));
  return [line[messageKey], ...facts.map(([name, value]) => `${name}=${shown(value)}`)].join(" ");
}
