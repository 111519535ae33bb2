import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);
const words = (code: string) => resolve(`@tesseract.js-data/${code}/4.0.0_best_int/${code}.traineddata.gz`);

/** What recognises letters: the engine, and what it knows of languages, packed. `build.ts` puts these files into the binary. */
export const OCR_FILES: Readonly<Record<string, string>> = {
  engine: resolve("tesseract.js-core/tesseract-core-simd-lstm.wasm"),
  deu: words("deu"),
  eng: words("eng"),
  fra: words("fra"),
  ita: words("ita"),
  spa: words("spa"),
};
