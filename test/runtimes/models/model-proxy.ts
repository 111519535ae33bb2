import { join } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../../cleanup.ts";

/** What goes wrong on the way to the model. */
export type Fault = "429" | "500" | "hang" | "cut" | "broken" | "english" | "empty";

const ENGLISH =
  "This is a sturdy wooden chair for the dining room, and it is written in the wrong language altogether.";
const USAGE = { prompt_tokens: 100, completion_tokens: 10 };

const saying = (content: string) =>
  Response.json({ choices: [{ message: { role: "assistant", content } }], usage: USAGE });

/** What a fault answers. */
function faulty(fault: Fault): Response | Promise<Response> {
  if (fault === "429") return new Response("{}", { status: 429, headers: { "retry-after": "1" } });
  if (fault === "500") return new Response("oops", { status: 500 });
  if (fault === "hang") return new Promise<Response>(() => undefined);
  if (fault === "broken") return new Response('{"choices": [{"message": {"content": "<p>Une cha');
  if (fault === "english") return saying(ENGLISH);
  if (fault === "empty") return saying("");
  const cut = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"choices": ['));
      controller.error(new Error("cut"));
    },
  });
  return new Response(cut, { headers: { "content-type": "application/json" } });
}

/**
 * TinyLlama in a process of its own, behind a proxy that counts its tokens and makes faults. It dies with this process. `whole`:
 * its texts go on after the first sentence.
 */
export async function startModel(texts: "short" | "whole" = "short") {
  const script = join(import.meta.dir, "tiny-llama.ts");
  const command = ["setpriv", "--pdeathsig", "KILL", process.execPath, script, temporaryFolder(), texts];
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "inherit" });
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  const port = Number(new TextDecoder().decode(value).trim());
  if (!port) throw new Error("TinyLlama did not start");
  const state = { faults: [] as Fault[], calls: 0, inputTokens: 0, outputTokens: 0 };
  const count = (body: string) => {
    const { usage } = JSON.parse(body) as { usage: typeof USAGE };
    state.inputTokens += usage.prompt_tokens;
    state.outputTokens += usage.completion_tokens;
  };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 255,
    async fetch(request) {
      state.calls++;
      const fault = state.faults.shift();
      if (fault !== undefined) {
        const answer = await faulty(fault);
        if (fault === "english" || fault === "empty") count(await answer.clone().text());
        return answer;
      }
      const body = await request.text();
      const headers = { "content-type": "application/json" };
      const url = `http://127.0.0.1:${port}/v1/chat/completions`;
      const answer = await fetch(url, { method: "POST", headers, body, signal: request.signal });
      const text = await answer.text();
      count(text);
      return new Response(text, { status: answer.status, headers });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    state,
    stop: () => {
      server.stop(true);
      child.kill();
    },
  };
}
