/** How a `waitFor…` waits. */
export interface WaitOptions<State> {
  /** Ends the wait with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Gets each state on the way. */
  onProgress?: ((state: State) => void) | undefined;
}

/** How often a stream that broke is opened again before the wait gives up. */
const BREAKS_MAX = 5;
const REOPEN_MS = 1_000;

/** What a message of server-sent events says; `undefined` for a comment. */
function readMessage(message: string): { event: string; data: string } | undefined {
  const fields = message.split("\n").map((line) => /^(\w*): ?(.*)$/.exec(line) ?? []);
  const allOf = (name: string) => fields.flatMap(([, field, value = ""]) => (field === name ? [value] : []));
  const data = allOf("data");
  return data.length === 0 ? undefined : { event: allOf("event")[0] ?? "message", data: data.join("\n") };
}

/** The messages of a stream as they come. */
async function* eachMessage(response: Response) {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const messages = text.split("\n\n");
      text = messages.pop() ?? "";
      for (const each of messages) {
        const message = readMessage(each);
        if (message) yield message;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * The state of something long once nothing runs any more, as the service says by `end`: completed or failed, with or without
 * errors, cancelled, or waiting for somebody. `open` opens its stream of events, which ends after a minute and is opened again.
 */
export async function untilEnd<State>(
  open: (options: { signal?: AbortSignal | undefined }) => Promise<Response>,
  { signal, onProgress }: WaitOptions<State> = {},
): Promise<State> {
  for (let breaks = 0; ; ) {
    const response = await open({ signal });
    try {
      for await (const { event, data } of eachMessage(response)) {
        const state = JSON.parse(data) as State;
        if (event === "end") return state;
        onProgress?.(state);
        breaks = 0;
      }
    } catch (error) {
      signal?.throwIfAborted();
      // The connection broke; a wrong answer or the caller's own error is none.
      if (!(error instanceof TypeError) || ++breaks > BREAKS_MAX) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, REOPEN_MS));
    signal?.throwIfAborted();
  }
}
