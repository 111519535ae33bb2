import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { OCR_FILES } from "./ocr-files.ts";

/** The engine's names of languages. */
const CODES: Record<string, string> = { de: "deu", en: "eng", fr: "fra", it: "ita", es: "spa" };

/** The languages that letters are recognised in, of those that are wished: English besides, for codes and units are in it. */
const recognisedIn = (languages: readonly string[]): string[] => [
  ...new Set([...languages.flatMap((each) => CODES[each] ?? []), "eng"]),
];

/** Set, not guessed: by its guess it takes the thick rules of a table for letters, and loses the table. */
const DOTS_AN_INCH = "300";
/** Less sure words are no text, but part of a photo or a drawing. */
const SURE_MIN = 45;
/** Letters that stand on their heads are read as others, 55 sure; upright ones 94. */
const UPRIGHT_MIN = 75;
/** The EXIF orientation of a picture that is turned by half. */
const HALF_TURN: Record<number, number> = { 1: 3, 2: 4, 3: 1, 4: 2, 5: 7, 6: 8, 7: 5, 8: 6 };

/** The text on a picture, turned as its EXIF orientation says; "" when there is none. */
export type Recognise = (picture: Uint8Array, orientation?: number) => string;

/**
 * Opens what reads letters on pictures (PNG, JPEG, WebP, PNM). It holds some 110 MiB until its thread ends. Source of how it is
 * called: tesseract.js 7, src/worker-script
 */
export async function openRecognition(languages: readonly string[]): Promise<Recognise> {
  const { default: open } = await import("tesseract.js-core/tesseract-core-simd-lstm.js");
  const file = (name: string) => readFile(OCR_FILES[name] ?? "");
  const core = await open({ wasmBinary: await file("engine"), print: () => undefined, printErr: () => undefined });
  const codes = recognisedIn(languages);
  for (const code of codes) core.FS.writeFile(`${code}.traineddata`, gunzipSync(await file(code)));
  const api = new core.TessBaseAPI();
  if (api.Init("/", codes.join("+"), 1) !== 0) throw new Error("The recognition of letters did not start");
  api.SetPageSegMode(3);
  api.SetVariable("user_defined_dpi", DOTS_AN_INCH);
  const read = (orientation: number): { text: string; sure: number } => {
    // What it cannot decode is no picture of text.
    const text = api.SetImageFile(orientation) === 0 ? api.GetUTF8Text() : "";
    const sure = text === "" ? 0 : api.MeanTextConf();
    api.Clear();
    return { text, sure };
  };
  return (picture, orientation = 1) => {
    core.FS.writeFile("/input", picture);
    const first = read(orientation);
    const isDoubtful = first.sure >= SURE_MIN && first.sure < UPRIGHT_MIN;
    const turned = isDoubtful ? read(HALF_TURN[orientation] ?? 1) : first;
    core.FS.unlink("/input");
    const { text, sure } = turned.sure > first.sure ? turned : first;
    return sure >= SURE_MIN ? text : "";
  };
}
