import { describe, expect, test } from "bun:test";
import { readForm } from "../../src/uploads/read-form.ts";

const HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n';
const LARGE = "y".repeat(300_000);

const formOf = (body: string | ReadableStream<Uint8Array>, boundary = "x") =>
  new Request("http://localhost/", {
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body,
  });

async function sizeOf(_: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const chunk of bytes) size += chunk.byteLength;
  return size;
}

/** What comes of a form: the name of its error, and the fields it names. */
const outcomeOf = (request: Request) =>
  readForm(request, sizeOf).then(
    ({ file }) => file?.content,
    ({ code, options }) => `${code} ${options.fields[0].field}` as const,
  );

describe("a damaged form is refused, for any result of the parser", () => {
  test.each<[string, Request, string]>([
    ["has no boundary", formOf(`${HEAD}\r\nabc\r\n--x--\r\n`, ""), "INVALID_PARAMETER content-type"],
    ["has an empty boundary", formOf(`${HEAD}\r\nabc\r\n--x--\r\n`, '""'), "INVALID_PARAMETER content-type"],
    ["ends within its headers", formOf(HEAD), "INVALID_PARAMETER body"],
    ["never ends its headers", formOf(`${HEAD}${LARGE}\r\n--x--\r\n`), "INVALID_PARAMETER body"],
    ["has headers that a boundary ends", formOf(`${HEAD}--x--\r\n`), "INVALID_PARAMETER body"],
    ["has a large part that is no field", formOf(`--x\r\nX: y\r\n\r\n${LARGE}\r\n--x--\r\n`), "INVALID_PARAMETER body"],
    ["has no part at all", formOf(LARGE), "INVALID_PARAMETER body"],
    ["is empty", formOf(""), "INVALID_PARAMETER body"],
    ["ends within a file", formOf(`${HEAD}\r\n${LARGE}`), "VALIDATION_FAILED body"],
    ["ends within a file of another name", formOf(`${HEAD.replace("file", "f")}\r\nabc`), "VALIDATION_FAILED body"],
    ["ends within a second file", formOf(`${HEAD}\r\nabc\r\n${HEAD}\r\n${LARGE}`), "VALIDATION_FAILED body"],
  ])("one that %s", async (_, request, outcome) => {
    expect([outcome, outcome.replace("VALIDATION_FAILED", "INVALID_PARAMETER")]).toContain(
      String(await outcomeOf(request)),
    );
  });
});

test("other files of a form are passed over, however many and large", async () => {
  const other = `${HEAD.replace('"file"', '"other"')}\r\n${LARGE}\r\n`;
  expect(await outcomeOf(formOf(`${other}${other}${HEAD}\r\nabc\r\n${other.repeat(20)}--x--\r\n`))).toBe(3);
});

test("a form that stops coming is refused, and what reads its file hears of it", async () => {
  let heard: unknown;
  const stopping = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(`${HEAD}\r\nabc`)),
  });
  const listen = (name: string, bytes: AsyncIterable<Uint8Array>) =>
    sizeOf(name, bytes).catch((error: unknown) => {
      heard = error;
      throw error;
    });
  const reading = readForm(formOf(stopping), listen, { patienceSeconds: 0.05 });
  expect(await reading.catch(({ code }) => code)).toBe("REQUEST_TIMEOUT");
  expect(heard).toBeInstanceOf(Error);
});

test("a part without a name is passed over, and none of the names", async () => {
  const parts = ['form-data; filename="a.csv"', "form-data", 'form-data; n; filename="b.csv"'];
  const body = parts.map((part) => `--x\r\nContent-Disposition: ${part}\r\n\r\nabc\r\n`).join("");
  const { names, file } = await readForm(formOf(`${body}--x--\r\n`), sizeOf);
  expect([names.size, file]).toEqual([0, undefined]);
});
