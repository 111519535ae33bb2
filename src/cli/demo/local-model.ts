import { outboundAllow } from "../../config/setting-values.ts";
import { CommandRefused } from "../control/control-client.ts";

/** A model that answers by OpenAI's protocol, on this machine or where somebody says it is. */
export interface LocalModel {
  /** With its version: `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  model: string;
}

/** What the command line says of a model. */
export interface NamedModel {
  /** Its server, as `LocalModel` has it. */
  model?: string | undefined;
  /** Which of the server's; absent: its first. */
  modelName?: string | undefined;
}

/** Where Ollama and LM Studio listen. Sources: docs.ollama.com/api/openai-compatibility, lmstudio.ai/docs/developer */
const USUAL = ["http://127.0.0.1:11434/v1", "http://127.0.0.1:1234/v1"];
const LOOK_MS = 2_000;
/** Models that make no texts. */
const NO_WRITER = /embed|rerank|whisper|bge-|minilm/i;

/** The first model of a server that may write texts; `undefined` where none answers. */
async function firstOf(baseUrl: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${baseUrl}/models`, { signal: AbortSignal.timeout(LOOK_MS) });
    const { data = [] } = (await answer.json()) as { data?: { id?: unknown }[] }; // documented as such; read with care
    return data.flatMap(({ id }) => (typeof id === "string" && !NO_WRITER.test(id) ? [id] : []))[0];
  } catch {
    return undefined;
  }
}

/**
 * The model that the demo lets write: the one that is named, else the first of a server on this machine where one usually
 * listens; `undefined`: there is none. Throws CommandRefused for a named server that is no address, or says no model.
 */
export async function findLocalModel({ model: named, modelName }: NamedModel): Promise<LocalModel | undefined> {
  if (named === undefined) {
    for (const baseUrl of USUAL) {
      const first = await firstOf(baseUrl);
      if (first !== undefined) return { baseUrl, model: modelName ?? first };
    }
    return undefined;
  }
  const baseUrl = named.replace(/\/+$/, "");
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) {
    throw new CommandRefused(`--model wants the address of a server, such as http://127.0.0.1:11434/v1, not ${named}`);
  }
  const model = modelName ?? (await firstOf(baseUrl));
  if (model !== undefined) return { baseUrl, model };
  throw new CommandRefused(
    `No model answers at ${baseUrl}/models: start its server, or name the model with --model-name`,
  );
}

/** What the demo may call so that it reaches the model. */
export const allowanceFor = (model: LocalModel | undefined) =>
  outboundAllow(
    ["127.0.0.1", ...(model ? [new URL(model.baseUrl).hostname.replace(/^\[(.*)\]$/, "$1")] : [])].join(","),
  );
