const README = "README.md";

/** The text of the README between `<!-- name -->` and `<!-- /name -->`. Throws when a marker is missing. */
export function between(text: string, name: string): { from: number; to: number } {
  const opening = `<!-- ${name} -->`;
  const from = text.indexOf(opening);
  const to = text.indexOf(`<!-- /${name} -->`);
  if (from < 0 || to < from) throw new Error(`Cannot find ${opening} … in ${README}`);
  return { from: from + opening.length, to };
}

/** Writes `content` between the two markers of the README. */
export async function replaceBetween(name: string, content: string): Promise<void> {
  const text = await Bun.file(README).text();
  const { from, to } = between(text, name);
  await Bun.write(README, `${text.slice(0, from)}\n\n${content}\n\n${text.slice(to)}`);
}
