// The package has no types of its own: what we use of it.
declare module "tesseract.js-core/tesseract-core-simd-lstm.js" {
  interface TessBaseAPI {
    /** 0: the languages are there. Engine 1 is the one whose data the package has. */
    Init(folder: string, languages: string, engine: 1): number;
    SetImageFile(): number;
    GetUTF8Text(): string;
    Clear(): void;
  }
  export interface TesseractCore {
    FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void };
    TessBaseAPI: new () => TessBaseAPI;
  }
  export default function open(options: {
    wasmBinary: Uint8Array;
    print: () => void;
    printErr: () => void;
  }): Promise<TesseractCore>;
}
