import { expect, test } from "bun:test";
import { Glob } from "bun";

/** The sources of the program by path, as their strings read: pieces of a sentence that goes on in the next line are joined. */
async function sources(): Promise<string[]> {
  const paths = await Array.fromAsync(new Glob("{src,db}/**/*.ts").scan("."));
  const texts = await Promise.all(paths.map((path) => Bun.file(path).text()));
  return texts.map((text) => text.replaceAll(/["`] \+\n\s*["`]/g, ""));
}

/** What stands on the screen: in code, or in quotation marks. `…` is what differs. */
const SHOWN = /`([^`]*(?:…|[a-z] [a-z])[^`]*)`|"([^"]+)"|«\s([^»]+)\s»/g;

async function sentencesOf(page: string): Promise<string[]> {
  const rows = (await Bun.file(page).text()).matchAll(/^\| (.+?) \| .* \|$/gm);
  return [...rows].flatMap(([, cell = ""]) =>
    [...cell.matchAll(SHOWN)].map(([, code, quoted, inFrench]) => (code ?? quoted ?? inFrench ?? "").trim()),
  );
}

const partsOf = (sentence: string) =>
  sentence
    .split("…")
    .map((part) => part.replaceAll(/^[\s:/]+|[\s:/]+$/g, ""))
    .filter((part) => part.length > 2 && !/^catalogd\.db$/.test(part));

test.each(["docs/troubleshooting.md", "docs/fr/troubleshooting.md"])(
  "%s: each sentence that a reader may see is one that the program says",
  async (page) => {
    const texts = await sources();
    const sentences = await sentencesOf(page);
    const unsaid = sentences.filter(
      (sentence) => !texts.some((text) => partsOf(sentence).every((part) => text.includes(part))),
    );
    expect(unsaid).toEqual([]);
    expect(sentences.length).toBeGreaterThan(11);
  },
);
