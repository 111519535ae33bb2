import type { AnyElysia } from "elysia";

/** Makes sure that requests are validated: a wrong build step can lose that without a word. Throws when it is lost. */
export async function selfCheck(app: AnyElysia): Promise<void> {
  const { status } = await app.handle(new Request("http://localhost/docs/errors?language=none"));
  if (status !== 400) throw new Error(`Validation is off: the self-check was answered with ${status}`);
}
