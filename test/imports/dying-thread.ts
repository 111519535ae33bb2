import type { ThreadServices } from "../../src/runtime/services.ts";
import { services } from "../harness.ts";

/**
 * A worker thread that dies at its n-th write of a kind, before or after it is stored: the answer never comes. `died` resolves
 * then.
 */
export function dyingThread({ mutation: name, at, when }: { mutation: string; at: number; when: "before" | "after" }) {
  let writes = 0;
  const { promise: died, resolve: die } = Promise.withResolvers<void>();
  const thread: ThreadServices = {
    ...services,
    write: async (mutation, ...rest) => {
      if (mutation.name !== name || ++writes !== at) return services.write(mutation, ...rest);
      if (when === "after") await services.write(mutation, ...rest);
      die();
      return new Promise<never>(() => undefined);
    },
  };
  return { thread, died };
}
