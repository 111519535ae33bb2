import type { PushImage } from "../push/push-item.ts";

/** A work of a platform. */
export interface Work<T> {
  /** What it is called in messages. */
  name: string;
  /** What it is of: the same content is the same work. */
  content: unknown;
  /** Gives it to the platform, and returns what the platform calls it. `key` names its content in 43 letters of base64url. */
  begin(key: string): Promise<string>;
  /** What became of it; `undefined`: it has not ended yet. */
  poll(externalId: string): Promise<T | undefined>;
  /** What is done with what became of it: until that is done, too, it is not begun again. */
  after?(ended: T): Promise<T>;
}

/** A request to the platform. */
export interface ApiRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  body?: string | Buffer;
  /** How long the answer may take, where it is a larger work; absent: half a minute. */
  timeoutMs?: number;
  /** Sent twice it has its effect twice: one whose answer was lost is not sent again, as by `careful`. */
  isOnce?: true;
  /** For how long an answer that looks good asks to be left alone, in milliseconds; `undefined`: it does not. */
  busyMs?: (answer: ApiAnswer) => number | undefined;
  /** Takes the body of a good answer (200) as it comes, however long it is: the answer has none then. Called for each try. */
  take?: (body: AsyncIterable<Uint8Array>) => Promise<void>;
}

export interface ApiAnswer {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string | undefined>;
  text: string;
  /** The unchanged body, for bytes that are no text. */
  bytes: Buffer;
  /** The body as JSON. Throws `PlatformError` when it is none. */
  json(): unknown;
}

/** The file of a picture. */
export interface Picture {
  bytes: Buffer;
  contentType: string;
  name: string;
}

/** The way to one platform with the credentials of one connector. */
export interface Api {
  credentials: Readonly<Record<string, string>>;
  /** What a platform has said, without the secrets and tokens that it was sent: it may be shown and stored. */
  redact(text: string): string;
  /**
   * Sends a request, again after a while when the platform is busy or away. Throws `PlatformError` for refused credentials,
   * when it stays away, and for an answer of 400 and more, unless `accepts` says that it is one to read.
   */
  request(request: ApiRequest, accepts?: (status: number) => boolean): Promise<ApiAnswer>;
  /** The file of a picture. Throws a `PlatformError` that is `refused` when it cannot be had. */
  picture(image: PushImage): Promise<Picture>;
  /** Waits, unless the connector's run ends meanwhile. */
  wait(ms: number): Promise<void>;
  /**
   * The same way for requests that make something: a POST whose answer was lost is not sent again, as it may have had its
   * effect. It throws a `PlatformError` that is `isUncertain`.
   */
  careful(): Api;
  /**
   * What became of a work that a platform does by itself, such as a feed. It is begun once: a later turn of a push that gave
   * its place up follows it on, as long as its content is the same.
   */
  follow<T>(work: Work<T>): Promise<T>;
  /** Whether a work was begun in an earlier turn and is followed on. */
  isFollowed(work: Pick<Work<unknown>, "name" | "content">): Promise<boolean>;
  /** A value that is fetched once and then cached for the connector's run. */
  once<T>(name: string, fetch: () => Promise<T>): Promise<T>;
  /**
   * The connector's token: the one that is stored encrypted, else one that is fetched and then stored until shortly before
   * it ends. `refused`: another one than this. Callers that come while one is fetched get that one.
   */
  token(fetch: () => Promise<FetchedToken>, refused?: string): Promise<string>;
}

/** A credential that ends. */
export interface FetchedToken {
  token: string;
  /** How long it counts. */
  seconds: number;
}

/**
 * What a platform would answer of a request that changes something, as far as its adapter reads it; `undefined`: it is to be asked,
 * where that is a GET, and `IS_READ` where it is none.
 */
export type DryAnswer = (request: ApiRequest) => unknown;
