/** Runs a mutation, and rejects when the event loop turns before that has ended. */
export type Watch = <Result>(run: () => Promise<Result>) => Promise<Result>;

/**
 * Watches over mutations that run one after the other. `tx` answers at once, so the event loop turns during one only when
 * it awaits something else; it would hold up every writer of the process. One alarm serves all mutations of a turn.
 */
export function openAwaitAlarm(): Watch {
  let isSet = false;
  let running: { refuse: (error: Error) => void } | undefined;
  const ring = () => {
    isSet = false;
    running?.refuse(new TypeError("A mutation may await nothing but tx"));
  };
  return (run) =>
    new Promise((resolve, reject) => {
      if (!isSet) setImmediate(ring);
      isSet = true;
      const mine = { refuse: reject };
      running = mine;
      const end = () => {
        // One that awaited something else may end while the next one runs.
        if (running === mine) running = undefined;
      };
      run().then(
        (result) => {
          end();
          resolve(result);
        },
        (error: unknown) => {
          end();
          reject(error);
        },
      );
    });
}
