import type { AnyElysia } from "elysia";
import type { AnyMutation } from "../../db/ports.ts";
import type { AnyCall, Call, StreamCall } from "./calls.ts";
import type { Services, ThreadServices } from "./services.ts";

/** The routes of a family, made for the services of one process. */
type Routes = (services: Services) => AnyElysia;

/** Answers a call in a worker thread; `signal` is aborted when nobody waits for the answer any more. */
export type Answer<Input, Result> = (
  services: ThreadServices,
  tenantId: string,
  input: Input,
  signal: AbortSignal,
) => Promise<Result>;
/** Answers a call by a stream. */
export type StreamAnswer<Input> = (
  services: ThreadServices,
  tenantId: string,
  input: Input,
) => AsyncIterable<Uint8Array>;

/** A call with what loads its answer. */
interface Answered {
  call: AnyCall;
  load: () => Promise<Answer<never, unknown>>;
}
interface AnsweredStream {
  call: StreamCall<never>;
  load: () => Promise<StreamAnswer<never>>;
}

/**
 * What a family brings to the service. Its code is named by functions that load it: each thread loads what it runs, the HTTP
 * thread the routes, the writer the mutations and a worker thread the answers of calls.
 */
export interface Family {
  routes?: () => Promise<readonly Routes[]>;
  /** The files whose exported mutations the writer runs. */
  mutations?: () => Promise<readonly object[]>;
  calls?: readonly Answered[];
  streams?: readonly AnsweredStream[];
}

/** Declares a family: `src/families.ts` lists them. */
export const family = (parts: Family): Family => parts;

/** Says what answers a call: `workers/<family>/<verb>.ts`, loaded at the first one. */
export const answers = <Input, Result>(
  call: Call<Input, Result>,
  load: () => Promise<Answer<Input, Result>>,
): Answered => ({ call, load });

/** The same of a call that is answered by a stream. */
export const streams = <Input>(call: StreamCall<Input>, load: () => Promise<StreamAnswer<Input>>): AnsweredStream => ({
  call,
  load,
});

/** The routes of all families, in their order. */
export const loadRoutes = async (families: readonly Family[]): Promise<Routes[]> =>
  (await Promise.all(families.map(({ routes }) => routes?.() ?? []))).flat();

const isMutation = (value: unknown): value is AnyMutation =>
  typeof value === "object" && value !== null && "run" in value && typeof value.run === "function" && "name" in value;

/** Every mutation by its name. Throws when two have the same name. */
export async function loadMutations(families: readonly Family[]): Promise<Map<string, AnyMutation>> {
  const files = (await Promise.all(families.map(({ mutations }) => mutations?.() ?? []))).flat();
  const found = new Map<string, AnyMutation>();
  for (const value of files.flatMap((file): unknown[] => Object.values(file))) {
    if (!isMutation(value) || found.get(value.name) === value) continue;
    if (found.has(value.name)) throw new Error(`Two mutations are named ${value.name}`);
    found.set(value.name, value);
  }
  return found;
}
