/** 204: done, and nothing to say. Elysia's own way of it fails on Deno. */
export const noContent = (): Response => new Response(null, { status: 204 });
