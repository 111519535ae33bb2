import { describe, expect, test } from "bun:test";
import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { Workbook } from "@cj-tech-master/excelts";
import { zipSync } from "fflate";
import { chunksOf } from "../../src/ai/documents/chunks.ts";
import { extractText } from "../../src/ai/documents/extract-text.ts";
import { readIsolated } from "../../src/ai/documents/read-isolated.ts";
import { runJobs } from "../harness.ts";
import { FORMATS, pngHead } from "../media/images.ts";
import { given } from "../products/given.ts";
import { encryptedPdf, formWith, PAGE, pdfOf, pdfOfObjects } from "./files.ts";

// The files of ./scans are what Chromium 142 painted or printed of a French data sheet, a German one and a text in two columns:
// `photo.jpg` askew, tilted away and grey, `turned.jpg` a quarter to the left, `mixed.pdf` a typed page and a scanned one.

const PATH = "/enrichment/documents";
const scan = (name: string) => new Uint8Array(readFileSync(new URL(`scans/${name}`, import.meta.url)));
const TABLE = ["Hauteur 80 cm", "Largeur 45,5 cm", "Poids 6,2 kg", "Charge maximale 130 kg", "EAN 4006381333931"];
/** Without the rules between cells. */
const plain = (text: string) => text.replaceAll(/[|\s]+/g, " ");

/** As a camera notes that it was held a quarter to the right. */
function withOrientation(jpeg: Uint8Array): Uint8Array {
  const tags = "Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
  const head = Buffer.from(`\xff\xd8\xff\xe1\0${String.fromCharCode(tags.length + 2)}${tags}`, "latin1");
  return new Uint8Array(Buffer.concat([head, jpeg.subarray(2)]));
}

/** A page of a scanner that notes how it is turned. */
const turnedPage = (jpeg: Uint8Array) =>
  pdfOfObjects([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
    PAGE.replace(" >>", " /Rotate 90 /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>"),
    "<< /Length 26 >>\nstream\n600 0 0 800 0 0 cm /I Do \nendstream",
    Buffer.concat([
      Buffer.from(
        "<< /Type /XObject /Subtype /Image /Width 780 /Height 1050 /ColorSpace /DeviceRGB /BitsPerComponent 8 " +
          `/Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
      ),
      jpeg,
      Buffer.from("\nendstream"),
    ]),
  ]);

describe("what is recognised on pictures", () => {
  const ocr = ["fr"];
  test.each<[string, () => Uint8Array]>([
    [".png", () => scan("screen.png")],
    [".jpg", () => scan("photo.jpg")],
    [".jpeg", () => withOrientation(scan("turned.jpg"))],
    // Nothing says how it is turned.
    [".jpg", () => scan("turned.jpg")],
    [".pdf", () => turnedPage(scan("turned.jpg"))],
  ])("a data sheet with its table, upright: %s", async (ending, content) => {
    const text = plain(await extractText({ ending, ocr }, content()));
    expect(text).toContain("Fiche technique : Chaise Nordlys");
    expect(text).toContain("La chaise Nordlys est en chêne massif, huilée à la main");
    for (const row of TABLE) expect(text).toContain(row);
  });

  test.each<[string, () => Uint8Array, string]>([
    ["shows nothing but colours", () => FORMATS["image/png"](600, 400), "No text was recognised"],
    ["is a head and no more", () => pngHead(600, 400), "No text was recognised"],
    ["says that it has thirty megapixels", () => pngHead(10_000, 3_000), "more than 20 megapixels"],
    ["is no picture", () => new Uint8Array(400), "damaged or no PNG"],
  ])("a picture that %s is a clear error", async (_, content, words) => {
    await expect(extractText({ ending: ".png", ocr }, new Uint8Array(content()))).rejects.toThrow(words);
  });

  test("of a PDF of which some pages are typed, those that are not", async () => {
    const pages = (await extractText({ ending: ".pdf", ocr }, scan("mixed.pdf"))).split("\f").map(plain);
    expect(pages[0]).toStartWith("The Nordlys drill has a brushless motor");
    expect(pages[1]).toContain("Scanned 2026 Fiche technique : Chaise Nordlys");
    expect(pages[1]).toContain("Charge maximale 130 kg");
  });
});

test("columns of text are read one after the other, rows of a table across", async () => {
  const text = await extractText({ ending: ".pdf" }, scan("columns.pdf"));
  expect(plain(text)).toContain("motor that delivers sixty newton metres of torque at the chuck. Its gearbox");
  expect(plain(text)).toContain("The charger is delivered with the drill and is fan cooled. It accepts all batteries");
  expect(text).toContain("Voltage 18 V\nTorque 60 Nm");
  expect(text.indexOf("The charger")).toBeGreaterThan(text.indexOf("building site."));
});

/** The container that office programs put an encrypted file in. */
const ENCRYPTED = Buffer.concat([
  Buffer.from("d0cf11e0a1b11ae1", "hex"),
  Buffer.alloc(2_000),
  Buffer.from("EncryptedPackage", "utf16le"),
  Buffer.alloc(2_000),
]);

/** A workbook of two sheets that are seen and one that is not. */
async function workbook(): Promise<Uint8Array> {
  const book = new Workbook();
  const sizes = book.addWorksheet("Maße");
  sizes.addRows([
    ["Merkmal", "Wert", "Einheit"],
    ["Höhe", 80, "cm"],
    ["Gewicht", 6.2, "kg"],
    [],
    ["Belastung", 130, "kg"],
  ]);
  book.addWorksheet("Pflege").addRow(["Mit einem trockenen Tuch reinigen"]);
  book.addWorksheet("Kalkulation", { state: "hidden" }).addRow(["Einkaufspreis 31,40"]);
  return new Uint8Array(await book.xlsx.writeBuffer());
}

describe("/enrichment/documents", () => {
  interface Read {
    status: string;
    error_message: string | null;
    passages: { text: string; page: number | null }[];
  }
  /** What becomes of an upload: its passages, or why there are none. */
  async function read(name: string, content: Uint8Array, fields = {}, language = "en"): Promise<Read> {
    const { tenant } = await given();
    const { body, status } = await tenant.post(PATH, formWith(name, content, fields));
    expect(status).toBe(202);
    await runJobs();
    const document = await tenant.get(`${PATH}/${body.id}`, { "accept-language": language });
    const { items } = (await tenant.get(`${PATH}/${body.id}/passages`)).body;
    return { ...document.body, passages: items };
  }

  test("a workbook: each row says what its columns are called, hidden sheets say nothing", async () => {
    const { status, passages } = await read("fiche.XLSX", await workbook());
    expect([status, passages.map(({ text }) => text)]).toEqual([
      "indexed",
      [
        "Maße\nMerkmal | Wert | Einheit\nMerkmal: Höhe | Wert: 80 | Einheit: cm\nMerkmal: Gewicht | Wert: 6.2 | Einheit: kg\n" +
          "Merkmal: Belastung | Wert: 130 | Einheit: kg\n\nPflege\nMit einem trockenen Tuch reinigen",
      ],
    ]);
  });

  test("a photo, in the language that the upload names", async () => {
    const { status, passages } = await read("photo.jpg", scan("photo.jpg"), { language: "fr" });
    expect([status, passages.length, passages[0]?.page]).toEqual(["indexed", 1, null]);
    expect(plain(passages[0]?.text ?? "")).toContain("Charge maximale 130 kg");
  });

  test("a scanned PDF: its passages know their pages", async () => {
    const { status, passages } = await read("scan.pdf", scan("scan.pdf"), { language: "de" });
    expect([status, passages.map(({ page }) => page)]).toEqual(["indexed", [1, 2]]);
    expect(passages[1]?.text).toContain("massiver Eiche, von Hand geölt. Die Sitzfläche ist größer");
  });

  test.each<[string, Uint8Array, string, string]>([
    ["a.pdf", encryptedPdf(), "is encrypted: send it without a password", "est chiffré : envoyez-le sans mot de passe"],
    ["a.xlsx", ENCRYPTED, "The XLSX is encrypted", "Le XLSX est chiffré"],
    ["a.docx", ENCRYPTED, "The DOCX is encrypted", "Le DOCX est chiffré"],
    ["a.xlsx", zipSync({ "a.txt": new Uint8Array(9) }), "damaged or no XLSX", "endommagé ou n'est pas un XLSX"],
    ["a.webp", new Uint8Array(99), "damaged or no", "endommagé"],
    ["a.pdf", pdfOf([]), "No text was recognised on the pages", "Aucun texte n'a été reconnu sur les pages"],
  ])("why %s cannot be read is told in the reader's language", async (name, content, english, french) => {
    const inFrench = await read(name, content, {}, "fr");
    expect([inFrench.status, inFrench.passages]).toEqual(["failed", []]);
    expect(inFrench.error_message).toContain(french);
    expect((await read(name, content)).error_message).toContain(english);
  });
});

test("recognising ends with its caller, and its thread gives the memory back", async () => {
  const leaving = new AbortController();
  const left = readIsolated({ ending: ".pdf", ocr: ["fr"], bytes: scan("scan.pdf") }, leaving.signal);
  leaving.abort(new Error("The service stops"));
  await expect(left).rejects.toThrow("The service stops");
  const text = await readIsolated(
    { ending: ".pdf", ocr: ["fr"], bytes: scan("scan.pdf") },
    new AbortController().signal,
  );
  expect(chunksOf(text).map(({ page }) => page)).toEqual([1, 2]);
});
