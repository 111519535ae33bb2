/** What it costs to come from the beginnings of one word to those of another, for the next letter of the first. */
function nextRow(word: string, other: string, at: number, last: readonly number[], beforeLast: readonly number[]) {
  const row = [at];
  for (let to = 1; to <= other.length; to++) {
    const isSame = word[at - 1] === other[to - 1];
    const isSwapped = word[at - 1] === other[to - 2] && word[at - 2] === other[to - 1];
    const cost = Math.min((last[to] ?? 0) + 1, (row[to - 1] ?? 0) + 1, (last[to - 1] ?? 0) + (isSame ? 0 : 1));
    row[to] = isSwapped ? Math.min(cost, (beforeLast[to - 2] ?? cost) + 1) : cost;
  }
  return row;
}

/**
 * Whether `word` becomes `other` by at most `max` letters changed, added, left out, or swapped with the next one; with
 * `isPrefix` becomes a beginning of it. Returns how many it took, `undefined` when more.
 */
export function editDistance(word: string, other: string, max: number, isPrefix = false): number | undefined {
  const target = isPrefix ? other.slice(0, word.length + max) : other;
  if (Math.abs(word.length - target.length) > max) return undefined;
  let beforeLast: number[] = [];
  let last = Array.from({ length: target.length + 1 }, (_, at) => at);
  for (let at = 1; at <= word.length; at++) {
    const row = nextRow(word, target, at, last, beforeLast);
    if (Math.min(...row) > max) return undefined;
    beforeLast = last;
    last = row;
  }
  const distance = isPrefix ? Math.min(...last) : (last[target.length] ?? 0);
  return distance <= max ? distance : undefined;
}

/** Which letters a word has, one bit for each of 31 groups: words that differ in many bits need no closer look. */
export function letterBits(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) % 31);
  return bits;
}

/** How many bits are set. */
export function countBits(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** The one of `words` that `word` is most like, if no more than `max` letters differ. */
export function nearestOf(word: string, words: readonly string[], max: number): string | undefined {
  const near = words.flatMap((other) => {
    const distance = editDistance(word, other, max);
    // As many changes as letters make any word of any other.
    return distance === undefined || distance >= other.length ? [] : [{ other, distance }];
  });
  return near.toSorted((one, two) => one.distance - two.distance)[0]?.other;
}
