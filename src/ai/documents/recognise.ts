import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { OCR_FILES } from "./ocr-files.ts";

/** The engine's names of languages. */
const CODES: Record<string, string> = { de: "deu", en: "eng", fr: "fra", it: "ita", es: "spa" };

/** The languages that letters are recognised in, of those that are wished: English besides, for codes and units are in it. */
export const recognisedIn = (languages: readonly string[]): string[] => [
  ...new Set([...languages.flatMap((each) => CODES[each] ?? []), "eng"]),
];

/**
 * Opens what reads letters on pictures (PNG, JPEG, WebP, PNM). It holds some 110 MiB until its thread ends. Source of how it is
 * called: tesseract.js 7, src/worker-script
 */
export async function openRecognition(languages: readonly string[]): Promise<(picture: Uint8Array) => string> {
  const { default: open } = await import("tesseract.js-core/tesseract-core-simd-lstm.js");
  const file = (name: string) => readFile(OCR_FILES[name] ?? "");
  const core = await open({ wasmBinary: await file("engine"), print: () => undefined, printErr: () => undefined });
  const codes = recognisedIn(languages);
  for (const code of codes) core.FS.writeFile(`${code}.traineddata`, gunzipSync(await file(code)));
  const api = new core.TessBaseAPI();
  if (api.Init("/", codes.join("+"), 1) !== 0) throw new Error("The recognition of letters did not start");
  return (picture) => {
    core.FS.writeFile("/input", picture);
    // What it cannot decode is no picture of text.
    const text = api.SetImageFile() === 0 ? api.GetUTF8Text() : "";
    api.Clear();
    core.FS.unlink("/input");
    return text;
  };
}
