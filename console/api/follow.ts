import { api, fileAddress } from "./api.ts";

/** How long after a connection that was refused it is tried again. */
const AGAIN_MS = 3_000;

/**
 * Follows something that goes on by the events of the API: `on` gets its body at first, after each change and at the end.
 * A session that ended is renewed by a read. Answers what ends it.
 */
export function follow<Body>(path: string, on: (body: Body, isEnd: boolean) => void, read = path): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const end = () => {
    isOver = true;
    clearTimeout(timer);
    source?.close();
  };
  const readAndOpen = async () => {
    const answer = await api.get<Body>(read);
    if (isOver || !answer.ok) return end();
    on(answer.value, false);
    if (!isOver) open();
  };
  function open() {
    source = new EventSource(fileAddress(`${path}/events`));
    const told = (isEnd: boolean) => (event: MessageEvent<string>) => {
      if (isEnd) end();
      on(JSON.parse(event.data) as Body, isEnd);
    };
    source.addEventListener("progress", told(false));
    source.addEventListener("end", told(true));
    source.addEventListener("error", () => {
      // It opens again by itself, unless it was refused.
      if (isOver || source?.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(() => void readAndOpen(), AGAIN_MS);
    });
  }
  open();
  return end;
}
