const NAME_LENGTH_MAX = 255;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
const CONTROL = /[\u0000-\u001f\u007f]/g;

/** The ending of a name in lower case, with its dot; empty when it has none. */
export const extensionOf = (name: string): string => /\.[a-z0-9]{1,10}$/i.exec(name)?.[0].toLowerCase() ?? "";

/** A file name as it can be shown: without folders and control characters, at most 255 characters, with its ending. */
export function cleanFileName(name: string): string {
  const last = (name.split(/[/\\]/).at(-1) ?? "").replace(CONTROL, "").trim();
  const ending = extensionOf(last);
  return last.length <= NAME_LENGTH_MAX ? last : last.slice(0, NAME_LENGTH_MAX - ending.length) + ending;
}
