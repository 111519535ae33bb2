/** Made-up meanings: each word here is a direction, and a text is the sum of those of its words. */
const DIRECTIONS = ["drill", "screw", "battery", "cake", "sugar", "chair"];

interface EmbeddingRequest {
  input: string[];
  model: string;
  dimensions?: number;
}

/**
 * A server of the OpenAI protocol for embeddings, on loopback. Its vectors count a few words, so a test knows which texts
 * are alike.
 */
export function startEmbeddingServer() {
  const state = {
    calls: 0,
    texts: 0,
    isDown: false,
    authorization: "",
    /** The length of vectors, for any request. */
    length: undefined as number | undefined,
  };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      state.calls++;
      state.authorization = request.headers.get("authorization") ?? "";
      if (state.isDown) return new Response("no", { status: 503 });
      if (new URL(request.url).pathname !== "/v1/embeddings") return new Response("no", { status: 404 });
      const { input, model, dimensions } = (await request.json()) as EmbeddingRequest;
      state.texts += input.length;
      const vectorOf = (text: string) => {
        const words = text.toLowerCase();
        return [0.01, ...DIRECTIONS.map((word) => words.split(word).length - 1)].slice(0, state.length ?? dimensions);
      };
      const data = input.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) }));
      return Response.json({
        object: "list",
        data: data.toReversed(),
        model,
        usage: { prompt_tokens: 1, total_tokens: 1 },
      });
    },
  });
  return {
    // A name that the tests' way out leads to this machine.
    url: `http://receiver.test:${server.port}/v1`,
    state,
    stop: () => server.stop(true),
  };
}
