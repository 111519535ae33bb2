// The package has no types of its own: what we use of it.
declare module "tesseract.js-core/tesseract-core-simd-lstm.js" {
  interface TessBaseAPI {
    /** 0: the languages are there. Engine 1 is the one whose data the package has. */
    Init(folder: string, languages: string, engine: 1): number;
    /** 3: finds columns and tables by itself. */
    SetPageSegMode(mode: 3): void;
    SetVariable(name: string, value: string): void;
    /** Turns the picture as this number of EXIF says. 0: it could decode it. */
    SetImageFile(orientation: number): number;
    GetUTF8Text(): string;
    /** How sure it is of the words, from 0 to 100. */
    MeanTextConf(): number;
    Clear(): void;
  }
  export interface TesseractCore {
    FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void };
    TessBaseAPI: new () => TessBaseAPI;
  }
  // biome-ignore lint/style/noDefaultExport: it is what the package gives out.
  export default function open(options: {
    wasmBinary: Uint8Array;
    print: () => void;
    printErr: () => void;
  }): Promise<TesseractCore>;
}
