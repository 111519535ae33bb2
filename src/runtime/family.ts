import type { AnyElysia } from "elysia";
import type { JobKind, JobKinds } from "../../db/jobs/kinds.ts";
import type { AnyMutation, Mutation, NoteFailure, Reader } from "../../db/ports.ts";
import type { ExpandedKind, Expansion, Expansions } from "../http/input/expand.ts";
import type { JobHandler } from "../jobs/job.ts";
import type { AnyCall, Call, StreamCall } from "./calls/calls.ts";
import type { Services, ThreadServices } from "./services.ts";

/** What the paths of the API begin with. */
export const API = "/api/v1";

/** The routes of a family, made for the services of one process. */
type Routes = (services: Services) => AnyElysia;

/** Answers a call in a worker thread; `signal` is aborted when the caller no longer waits for the answer. */
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

/** What loads the handler of a kind of jobs, and what follows when one of them has failed for good; absent: nothing does. */
interface Run<K extends JobKind> {
  load: () => Promise<JobHandler<K>>;
  failed?: (() => Promise<NoteFailure<JobKinds[K]["payload"]>>) | undefined;
}

/**
 * What a family brings to the service. Its code is named by functions that load it: each thread loads what it runs, the HTTP
 * thread the routes, the writer the mutations and a worker thread what answers calls and does jobs. What every thread needs of it
 * is in its `vocabulary.ts`, its tables in `db/schema/`, what tests need in `test/<family>/family.ts`.
 */
export interface Family {
  routes?: () => Promise<readonly Routes[]>;
  /** The files whose exported mutations the writer runs. */
  mutations?: () => Promise<readonly object[]>;
  /** What the names of its mutations begin with; absent: its own name. The writer loads them when it meets one of these words. */
  words?: readonly string[];
  /** The groups of its operations in the reference; `src/http/describe/documents/tags.ts` has their order. */
  tags?: readonly { name: string; description: string }[];
  /** The kinds of jobs that it declares, here or in its `jobs.ts`. */
  jobs?: { [K in JobKind]?: Run<K> };
  /** The calls that its `calls.ts` declares. */
  calls?: readonly Answered[];
  streams?: readonly AnsweredStream[];
  /** What answers of others can show of its rows, by `expand`. */
  expansions?: { [K in ExpandedKind]?: () => Promise<Expansion> };
}

/** Declares a family: `src/families.ts` lists them. */
export const family = (parts: Family): Family => parts;

/** Says what does the jobs of a kind: `workers/<family>/<verb>.ts`, loaded at the first one. */
export const runs = <K extends JobKind>(load: Run<K>["load"], options: Pick<Run<K>, "failed"> = {}): Run<K> => ({
  load,
  ...options,
});

/** The same of a kind whose jobs are one change each, with what they carry. */
export const commits = <K extends JobKind>(load: () => Promise<Mutation<JobKinds[K]["payload"], unknown>>): Run<K> =>
  runs(async () => {
    const change = await load();
    return async (payload, { commit }) => void (await commit(change, payload, "done"));
  });

/** Says what answers a call, loaded at the first one: `workers/<family>/<verb>.ts`, or a function of the family. */
export const answers = <Input, Result>(
  call: Call<Input, Result>,
  load: () => Promise<Answer<Input, Result>>,
): Answered => ({ call, load });

/** The same of one that only reads: by a function that is given the tenant's reader. */
export const reads = <Input, Result>(
  call: Call<Input, Result>,
  load: () => Promise<(db: Reader, input: Input) => Promise<Result>>,
): Answered =>
  answers(call, async () => {
    const read = await load();
    return ({ reader }, tenantId, input) => read(reader(tenantId), input);
  });

/** The same of a call that is answered by a stream. */
export const streams = <Input>(call: StreamCall<Input>, load: () => Promise<StreamAnswer<Input>>): AnsweredStream => ({
  call,
  load,
});

/** What `src/families.ts` holds. */
export type Families = Readonly<Record<string, Family>>;

/** The routes of all families, in their order. */
export const loadRoutes = async (families: Families): Promise<Routes[]> =>
  (await Promise.all(Object.values(families).map(({ routes }) => routes?.() ?? []))).flat();

/** What families show of their rows in the answers of others. */
export async function loadExpansions(families: Families): Promise<Expansions> {
  const kinds = Object.values(families).flatMap(({ expansions = {} }) => Object.entries(expansions));
  return Object.fromEntries(await Promise.all(kinds.map(async ([kind, load]) => [kind, await load()] as const)));
}

/** What the names of a family's mutations begin with. */
export const wordsOf = (name: string, { words }: Family): readonly string[] =>
  words ?? [name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)];

const isMutation = (value: unknown): value is AnyMutation =>
  typeof value === "object" && value !== null && "run" in value && typeof value.run === "function" && "name" in value;

const isChanges = (value: unknown): value is object => typeof value === "object" && value !== null && "remove" in value;

/** The mutations that a file exports: by themselves, or as the changes of a resource. */
export const mutationsOf = (file: object): AnyMutation[] =>
  Object.values(file)
    .flatMap((value: unknown) => (isChanges(value) ? Object.values(value) : value))
    .filter(isMutation);

/** Every mutation by its name. Throws when two have the same name. */
export async function loadMutations(families: Families): Promise<Map<string, AnyMutation>> {
  const files = (await Promise.all(Object.values(families).map(({ mutations }) => mutations?.() ?? []))).flat();
  const found = new Map<string, AnyMutation>();
  for (const value of files.flatMap(mutationsOf)) {
    if (found.get(value.name) === value) continue;
    if (found.has(value.name)) throw new Error(`Two mutations are named ${value.name}`);
    found.set(value.name, value);
  }
  return found;
}

/** What is to be done when a job has failed for good, by its kind. */
export async function loadFailures(families: Families): Promise<Map<string, NoteFailure<never>>> {
  const kinds = Object.values(families).flatMap(({ jobs }) => Object.entries(jobs ?? {}));
  const loaded = await Promise.all(kinds.map(async ([kind, { failed }]) => ({ kind, note: await failed?.() })));
  return new Map(loaded.flatMap(({ kind, note }): [string, NoteFailure<never>][] => (note ? [[kind, note]] : [])));
}
