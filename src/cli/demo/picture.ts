import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";

type Color = readonly [red: number, green: number, blue: number];

const WIDTH = 640;
const HEIGHT = 400;
const LINEN: Color = [240, 234, 222];
const STEEL: Color = [176, 184, 192];
const EDGE: Color = [222, 228, 232];
const BEECH: Color = [150, 98, 58];
const RIVET: Color = [70, 60, 52];

/** What a chef's knife on a table is made of at one point. */
function colorAt(x: number, y: number): Color {
  const rivet = [430, 490, 550].some((center) => (x - center) ** 2 + (y - 190) ** 2 < 36);
  if (rivet) return RIVET;
  if (x >= 380 && x < 600 && Math.abs(y - 190) < 24 - (x - 490) ** 2 / 2_000) return BEECH;
  // The back is straight, the belly bends up to the tip.
  const belly = 250 - 84 * ((380 - x) / 340) ** 2;
  if (x < 40 || x >= 380 || y < 166 || y > belly) return LINEN;
  return y > belly - 12 ? EDGE : STEEL;
}

/** Light from the upper left, and a weave. */
const lightAt = (x: number, y: number) => 1.04 - (x + y) / 6_000 - ((x ^ y) & 3) / 100;

/** One piece of a PNG: length, type, content, checksum. Source: https://www.w3.org/TR/png-3/#5Chunk-layout */
function chunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Draws a chef's knife: a PNG of 640 × 400 pixels. */
export function drawKnife(): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // Red, green and blue, 8 bits each.
  header.set([8, 2, 0, 0, 0], 8);
  // Each line begins with its filter: 0, none.
  const lines = Buffer.alloc(HEIGHT * (3 * WIDTH + 1));
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const light = lightAt(x, y);
      const color = colorAt(x, y).map((part) => Math.min(255, Math.round(part * light)));
      lines.set(color, y * (3 * WIDTH + 1) + 1 + 3 * x);
    }
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(lines, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return new Uint8Array(Buffer.concat([signature, ...parts]));
}
