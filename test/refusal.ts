/** What a promise is rejected with. Bun's own `.rejects` can stop the event loop, which a write needs to be answered. */
export const refusal = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
