import { expect, test } from "bun:test";
import { setTimeout as sleep } from "node:timers/promises";
import { newCommitCount } from "../../db/local/commit-count.ts";
import type { WriteRequest } from "../../db/local/waiting-line.ts";
import { portWrite, serveWrites } from "../../db/local/write-port.ts";
import { mutation } from "../../db/ports.ts";
import { reviveError } from "../../src/http/output/errors.ts";

const note = mutation("note", async (_, text: string) => text);
const idle = () => ({ queued: 0, committed: 0, groups: 0 });

test("a writer is given its caller's requests once and in their order", async () => {
  const line = new MessageChannel();
  const came: unknown[] = [];
  const submit = (request: WriteRequest) => {
    came.push(request.input);
    return Promise.resolve(request.input);
  };
  serveWrites(line.port1, { submit, stats: idle, commits: newCommitCount() });
  const { write } = portWrite(line.port2, reviveError);
  const texts = Array.from({ length: 50 }, (_, index) => `text ${index}`);

  const answers: Promise<string>[] = [];
  for (const [index, text] of texts.entries()) {
    answers.push(write(note, "t", text, { isBulk: index % 5 === 0 }));
    if (index % 7 === 0) await sleep(1);
  }

  expect(await Promise.all(answers)).toEqual(texts);
  expect(came).toEqual(texts);
});
