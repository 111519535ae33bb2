const DESCRIPTION =
  "<p>A folding knife for every pocket: stainless steel blade, beech handle, locked by a turning ring.</p>";
const ANSWERS: [asked: RegExp, answer: object][] = [
  [/seo_title/, { seo_title: "Folding knife No. 8", seo_meta_description: "A folding knife with a beech handle." }],
  [/"attributes"/, { attributes: { Blade: "Stainless steel", Handle: "Beech" } }],
  [/"confidence"/, { category: "Kitchen", confidence: 0.9 }],
  [/short_description/, { description: DESCRIPTION, short_description: "A knife for every pocket." }],
];

/** A server of the OpenAI protocol for chats on loopback, which knows a few answers. */
export function startChatModel() {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const requests = await request.text();
      const [, known] = ANSWERS.find(([words]) => words.test(requests)) ?? [];
      const content = known ? JSON.stringify(known) : DESCRIPTION;
      return Response.json({
        model: "small-model",
        choices: [{ message: { role: "assistant", content } }],
        usage: { prompt_tokens: 640, completion_tokens: 80 },
      });
    },
  });
  return { url: `http://127.0.0.1:${server.port}/v1` };
}
