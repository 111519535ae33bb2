/** A part of two texts: in both, only in the first, or only in the second. As the API shows it. */
export interface DifferencePart {
  op: "same" | "removed" | "added";
  text: string;
}

/** Longer texts are shown whole: each word is compared with each. */
const WORDS_MAX = 600;
const partsOf = (text: string): string[] => text.match(/<[^<>]*>|\s+|[^\s<]+|</g) ?? [];

function put(parts: DifferencePart[], op: DifferencePart["op"], text: string): void {
  const last = parts.at(-1);
  if (text === "") return;
  if (last?.op === op) last.text += text;
  else parts.push({ op, text });
}

/** How long the longest common sequence from each place on is. */
function commonLengths(one: readonly string[], other: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      const [here, below] = [lengths[i] as Uint16Array, lengths[i + 1] as Uint16Array];
      here[j] = one[i] === other[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, here[j + 1] ?? 0);
    }
  }
  return lengths;
}

/** The parts of two sequences along the longest that they have in common. */
function along(one: readonly string[], other: readonly string[]): DifferencePart[] {
  const parts: DifferencePart[] = [];
  const lengths = commonLengths(one, other);
  const lengthAt = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  const opAt = (i: number, j: number): DifferencePart["op"] => {
    if (i < one.length && one[i] === other[j]) return "same";
    return j === other.length || (i < one.length && lengthAt(i + 1, j) >= lengthAt(i, j + 1)) ? "removed" : "added";
  };
  for (let [i, j] = [0, 0]; i < one.length || j < other.length; ) {
    const op = opAt(i, j);
    put(parts, op, (op === "added" ? other[j] : one[i]) ?? "");
    if (op !== "added") i++;
    if (op !== "removed") j++;
  }
  return parts;
}

/** What changed between two texts, word by word. */
export function wordDifference(before: string, after: string): DifferencePart[] {
  const [one, other] = [partsOf(before), partsOf(after)];
  if (one.length <= WORDS_MAX && other.length <= WORDS_MAX) return along(one, other);
  const parts: DifferencePart[] = [];
  put(parts, "removed", before);
  put(parts, "added", after);
  return parts;
}
