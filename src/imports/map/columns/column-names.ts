const NAME_MAX = 255;

/**
 * The names of a file's columns by its header: trimmed, on one line; a blank one is `column_N` by its place from 1, one
 * that is there already gets the suffix `_2` and so on.
 */
export function columnNames(header: readonly string[]): string[] {
  const taken = new Set<string>();
  /** The next suffix to try, so that a header of one name throughout is not tried through again for each column. */
  const copies = new Map<string, number>();
  return header.map((cell, index) => {
    const wanted = cell.replace(/\s+/g, " ").trim().slice(0, NAME_MAX) || `column_${index + 1}`;
    let name = wanted;
    let copy = copies.get(wanted) ?? 2;
    for (; taken.has(name); copy++) name = `${wanted}_${copy}`;
    copies.set(wanted, copy);
    taken.add(name);
    return name;
  });
}
