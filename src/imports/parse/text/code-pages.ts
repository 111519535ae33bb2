/** Decodes the bytes of a text piece by piece, as TextDecoder does. */
export interface TextReader {
  readonly encoding: string;
  decode(bytes: Uint8Array, options?: { stream?: boolean }): string;
}

/**
 * What CP850, the code page of DOS in western Europe, has beyond ASCII. The Encoding Standard, and so TextDecoder, does
 * not know it. Source: https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/PC/CP850.TXT
 */
const CP850 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0";
const ASCII = 0x80;
const PIECE = 8192;

const cp850Reader = (): TextReader => {
  const codes = Uint16Array.from({ length: 256 }, (_, byte) =>
    byte < ASCII ? byte : (CP850.charCodeAt(byte - ASCII) ?? byte),
  );
  return {
    encoding: "cp850",
    decode: (bytes) => {
      let text = "";
      for (let start = 0; start < bytes.length; start += PIECE) {
        const piece = Uint16Array.from(bytes.subarray(start, start + PIECE), (byte) => codes[byte] ?? byte);
        text += String.fromCharCode(...piece);
      }
      return text;
    },
  };
};

/** A decoder of `cp850` and of any label of the Encoding Standard. Strict ones throw TypeError for other bytes. */
export const decoderOf = (encoding: string, { strict }: { strict: boolean }): TextReader =>
  // The types know a few labels only.
  encoding === "cp850" ? cp850Reader() : new TextDecoder(encoding as "utf-8", { fatal: strict });
