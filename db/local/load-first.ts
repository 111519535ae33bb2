import type { GroupCommit } from "./group-commit.ts";
import type { WriteRequest } from "./waiting-line.ts";

/** Thrown by what a mutation needs that is not loaded: the mutation is taken back, and runs again once it is. */
export class NotLoaded extends Error {
  override readonly name = "NotLoaded";
  readonly load: () => Promise<unknown>;

  constructor(what: string, load: () => Promise<unknown>) {
    super(`Not loaded yet: ${what}`);
    this.load = load;
  }
}

/** What loads a mutation; `undefined`: it is there. */
export type Missing = (name: string) => (() => Promise<unknown>) | undefined;

/**
 * A writer that loads a mutation before it is run for the first time. What comes meanwhile waits behind it, so that all run in
 * the order they came.
 */
export function loadingFirst<W extends Pick<GroupCommit, "submit">>(writer: W, missing: Missing): W {
  let loading: Promise<unknown> | undefined;
  const submit = (request: WriteRequest): Promise<unknown> =>
    writer.submit(request).catch((error: unknown) => {
      if (!(error instanceof NotLoaded)) throw error;
      return error.load().then(() => submit(request));
    });
  return {
    ...writer,
    submit: (request) => {
      const load = missing(request.name);
      if (!loading && !load) return submit(request);
      const before = loading ?? Promise.resolve();
      // One that cannot be loaded is refused, and not those behind it.
      const loaded = before.then(load, load);
      loading = loaded;
      const end = () => {
        if (loading === loaded) loading = undefined;
      };
      loaded.then(end, end);
      return loaded.then(() => submit(request));
    },
  };
}
