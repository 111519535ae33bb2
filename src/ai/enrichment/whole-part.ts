const SENTENCES = /^[\s\S]*(?:[.!?…]["»”)]*(?=[\s<]|$)|<\/(?:p|li|ul|ol)>)/;

const WORDS = /^[\s\S]*\S(?=\s)/;

/**
 * What is whole of an answer that was cut: a text up to its last sentence, or word, its elements closed; `undefined`: nothing.
 */
export function wholePart(text: string, isJson: boolean | undefined): string | undefined {
  const part = isJson ? undefined : (SENTENCES.exec(text) ?? WORDS.exec(text))?.[0];
  const open: string[] = [];
  for (const [, slash, name = ""] of part?.matchAll(/<(\/?)(p|ul|ol|li|strong|em)\b[^<>]*>/gi) ?? []) {
    if (slash) open.pop();
    else open.push(name);
  }
  const ends = open.reverse().map((name) => `</${name}>`);
  return part && part + ends.join("");
}
