/** Where the text between `<!-- name -->` and `<!-- /name -->` is. Throws when a marker is missing. */
export function between(text: string, name: string): { from: number; to: number } {
  const opening = `<!-- ${name} -->`;
  const from = text.indexOf(opening);
  const to = text.indexOf(`<!-- /${name} -->`);
  if (from < 0 || to < from) throw new Error(`Cannot find ${opening} …`);
  return { from: from + opening.length, to };
}

/** Writes `content` between the two markers of a document. */
export async function replaceBetween(document: string, name: string, content: string): Promise<void> {
  const text = await Bun.file(document).text();
  const { from, to } = between(text, name);
  await Bun.write(document, `${text.slice(0, from)}\n\n${content}\n\n${text.slice(to)}`);
}
