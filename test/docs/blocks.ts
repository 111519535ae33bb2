import { Glob } from "bun";

/** What somebody would paste into a shell or a file. */
export interface Block {
  /** The document, and which of its blocks: `docs/install.md 3`. */
  key: string;
  language: string;
  text: string;
}

const FENCED = /^```(\w+)\n([\s\S]*?)^```$/gm;
/** Code is looked at by the compiler, shows a part of a file, or is run by a test of its own: receivers and recipes. */
const CODE = ["ts", "python", "bash", "php", "go", "csv"];
const COMMAND = /`(catalogd [a-z][^`]*)`/g;

/** The documents for people. */
const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "clients/typescript/README.md",
  ...(await Array.fromAsync(new Glob("docs/*.md").scan("."))).toSorted(),
];

const textOf = (path: string) => Bun.file(path).text();

/** Every block of every document. */
export async function allBlocks(): Promise<Block[]> {
  const found = await Promise.all(
    DOCUMENTS.map(async (path) =>
      [...(await textOf(path)).matchAll(FENCED)]
        .map(([, language = "", text = ""]) => ({ language, text }))
        .filter(({ language }) => !CODE.includes(language))
        .map((block, index) => ({ key: `${path} ${index + 1}`, ...block })),
    ),
  );
  return found.flat();
}

/** Every `catalogd …` inside a sentence, once. */
export async function allCommands(): Promise<string[]> {
  const found = await Promise.all(
    DOCUMENTS.map(async (path) => [...(await textOf(path)).matchAll(COMMAND)].map(([, command = ""]) => command)),
  );
  return [...new Set(found.flat())].toSorted();
}
