/** Longer texts would take long to part. */
const LENGTH_MAX = 100_000;
const PAIR = /([A-Za-z][\w.-]{0,99})=("(?:[^"]|"")*"|[\s\S]*?)(?=,[A-Za-z][\w.-]{0,99}=|$)/y;

/**
 * Reads pairs as Magento writes further attributes: `color=Red,features="soft, warm"`; a comma that no name follows is the value's.
 * `undefined` for what is no such list.
 */
export function valuePairs(text: string): Record<string, string> | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  const found: [name: string, value: string][] = [];
  for (let at = 0; at < text.length; at = PAIR.lastIndex + 1) {
    PAIR.lastIndex = at;
    const [, name = "", written = ""] = PAIR.exec(text) ?? [];
    if (name === "") return undefined;
    const isQuoted = written.length > 1 && written.startsWith('"') && written.endsWith('"');
    const value = (isQuoted ? written.slice(1, -1).replaceAll('""', '"') : written).trim();
    if (value !== "") found.push([name, value]);
  }
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}
