import https from "node:https";
import type { AddressInfo } from "node:net";
import { RECEIVER } from "../outbound/certificates.ts";
import { faultsOf } from "./published-requests.ts";

interface Block {
  role: unknown;
  content: unknown;
}

interface MessagesRequest {
  model?: unknown;
  max_tokens?: unknown;
  system?: unknown;
  messages?: Block[];
}

/** What the API says of a fault. */
interface Fault {
  status: number;
  type: string;
  headers?: Record<string, string>;
}

const MODELS = ["claude-3-5-haiku", "claude-sonnet-4", "claude-opus-4-8", "claude-sonnet-5", "claude-opus-5"];

/** Why the Messages API refuses a request; `undefined`: it does not. */
function faultOf(path: string, key: unknown, version: unknown, body: MessagesRequest): Fault | undefined {
  if (path !== "/v1/messages") return { status: 404, type: "not_found_error" };
  if (key !== "sk-ant-0123456789") return { status: 401, type: "authentication_error" };
  const invalid = { status: 400, type: "invalid_request_error" };
  if (version !== "2023-06-01") return invalid;
  if (!MODELS.includes(String(body.model))) return { status: 404, type: "not_found_error" };
  const roles = (body.messages ?? []).map(({ role }) => role);
  // The system prompt stands beside the messages, which take turns and begin with the user's.
  const takeTurns = roles.every((role, index) => role === (index % 2 === 0 ? "user" : "assistant"));
  const isEmpty = (body.messages ?? []).some(({ content }) => content === "");
  const isWhole = Number.isInteger(body.max_tokens) && typeof body.system === "string" && roles.length > 0;
  const isPublished = faultsOf("anthropic", { ...body }).length === 0;
  return isWhole && takeTurns && !isEmpty && isPublished ? undefined : invalid;
}

/**
 * A server of Anthropic's Messages API on this machine, over TLS, that takes what the real one takes.
 * Source: https://docs.anthropic.com/en/api/messages and …/api/errors
 */
export async function openAnthropic() {
  const requests: MessagesRequest[] = [];
  const faults: Fault[] = [];
  let say: (body: string) => string = () => "";
  const server = https.createServer(RECEIVER, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const body: MessagesRequest = JSON.parse(text);
      requests.push(body);
      const { url: path = "", headers } = request;
      const fault = faults.shift() ?? faultOf(path, headers["x-api-key"], headers["anthropic-version"], body);
      if (fault) {
        const error = { type: "error", error: { type: fault.type, message: "Not this time" } };
        response.writeHead(fault.status, { "content-type": "application/json", ...fault.headers });
        return response.end(JSON.stringify(error));
      }
      const answer = {
        id: "msg_01",
        type: "message",
        role: "assistant",
        model: body.model,
        content: [
          { type: "thinking", thinking: "Not for readers." },
          { type: "text", text: say(text) },
        ],
        stop_reason: "end_turn",
        stop_sequence: null,
        usage: { input_tokens: 700, cache_creation_input_tokens: 200, cache_read_input_tokens: 100, output_tokens: 50 },
      };
      response.writeHead(200, { "content-type": "application/json", "request-id": "req_01" });
      return response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // It does not keep the process from ending.
  server.unref();
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    baseUrl: `https://receiver.test:${port}/v1`,
    asked: requests,
    /** The next requests are refused so. */
    faults,
    says: (answer: typeof say) => {
      say = answer;
    },
  };
}
