import { Buffer } from "node:buffer";
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { networksAround } from "../../../http/gate/caller/network.ts";
import { ApiError, type FieldProblem } from "../../../http/output/errors.ts";
import { fairTurns, QueueFull } from "../login/fair-turns.ts";

/** scrypt's cost: N = 2^costLog2, then block size and parallelism. */
export interface Cost {
  costLog2: number;
  blockSize: number;
  parallelization: number;
}

// One of OWASP's equal settings: 16 MiB and about 0.2 s of one core. That of 32 MiB takes twice as long on small machines,
// whose caches it does not fit.
// Source: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt
const COST: Cost = { costLog2: 14, blockSize: 8, parallelization: 5 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MEMORY_MAX = 64 * 1024 * 1024;

const CHARACTERS_MIN = 10;
const CHARACTERS_MAX = 128;

// One core stays free: without it `/health` waited 400 ms in a storm of logins on two cores, and 35 ms with it.
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
// Two to five seconds of work; later callers are refused and asked to come back.
const WAITING_MAX = 16;
const RETRY_SECONDS = 2;

const prefixOf = ({ costLog2, blockSize, parallelization }: Cost) =>
  `$scrypt$ln=${costLog2},r=${blockSize},p=${parallelization}`;

/** What is verified for an account that does not exist, so that it takes the time of one that does. */
const placeholderOf = (cost: Cost) => `${prefixOf(cost)}$${"A".repeat(22)}$${"A".repeat(43)}`;

const HASH = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replaceAll("=", "");

/** Runs off this thread, in the pool of the runtime. */
function derive(password: string, salt: Uint8Array, { costLog2, blockSize, parallelization }: Cost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** costLog2, r: blockSize, p: parallelization, maxmem: MEMORY_MAX };
  return new Promise((resolve, reject) => {
    // One character may be written in several ways; NFKC makes them one.
    scrypt(password.normalize("NFKC"), salt, HASH_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** A new hash of a password: a PHC string, with its salt and cost. */
export async function hashPassword(password: string, cost: Cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, cost);
  return `${prefixOf(cost)}$${base64(salt)}$${base64(key)}`;
}

/** Says whether this is the password of that hash. Takes as long, by the cost given, when there is none, and then says no. */
export async function isPassword(password: string, hash: string | undefined, unknown: Cost = COST): Promise<boolean> {
  const known = HASH.exec(hash ?? "");
  const [, costLog2, blockSize, parallelization, salt = "", expected = ""] =
    known ?? HASH.exec(placeholderOf(unknown)) ?? [];
  const cost: Cost = {
    costLog2: Number(costLog2),
    blockSize: Number(blockSize),
    parallelization: Number(parallelization),
  };
  const key = await derive(password, Buffer.from(salt, "base64"), cost);
  return timingSafeEqual(key, Buffer.from(expected, "base64")) && known !== null;
}

/** Who asks: networks take turns, small ones within the wider one. */
interface WaitingCheck {
  network: string;
  /** The account was logged in to from here before: it does not share the places of strangers. */
  isKnown: boolean;
}

/** Hashes and checks passwords. `from` is the network that asks. */
export interface Passwords {
  /** A new hash. Throws SYSTEM_SERVICE_UNAVAILABLE when too many wait already; `isRight` too. */
  hash(password: string, from: string): Promise<string>;
  /** Says whether this is the password of that hash. Takes as long when there is none, and then says no. */
  isRight(password: string, hash: string | undefined, from: WaitingCheck): Promise<boolean>;
}

/**
 * Does it a few at a time, so that a storm of logins leaves memory and a core to everything else, and in turns between
 * networks, so that it leaves the others their logins. `cost` is another one for tests that are not about it.
 */
export function openPasswords(cost: Cost = COST): Passwords {
  const turns = fairTurns({ atOnce: AT_ONCE, waitingMax: WAITING_MAX });
  const inTurn = <T>({ network, isKnown }: WaitingCheck, work: () => Promise<T>): Promise<T> =>
    turns.run(networksAround(network), work, { isPreferred: isKnown }).catch((error: unknown) => {
      if (!(error instanceof QueueFull)) throw error;
      throw new ApiError("SYSTEM_SERVICE_UNAVAILABLE", {
        params: { seconds: RETRY_SECONDS },
        headers: { "retry-after": String(RETRY_SECONDS) },
      });
    });
  return {
    hash: (password, network) => inTurn({ network, isKnown: false }, () => hashPassword(password, cost)),
    isRight: (password, hash, from) => inTurn(from, () => isPassword(password, hash, cost)),
  };
}

/** What is wrong with a new password, if anything: 10 to 128 characters, a letter, a digit, and not the address. */
export function passwordProblem(password: string, email: string): FieldProblem | undefined {
  const field = "password";
  const { length } = [...password];
  if (length < CHARACTERS_MIN) {
    return { field, type: "too_short", key: "validation.shortest", params: { limit: CHARACTERS_MIN } };
  }
  if (length > CHARACTERS_MAX) {
    return { field, type: "too_long", key: "validation.longest", params: { limit: CHARACTERS_MAX } };
  }
  if (!/\p{L}/u.test(password) || !/\p{N}/u.test(password)) {
    return { field, type: "invalid_value", key: "auth.password_letter_digit" };
  }
  if (password.toLowerCase() === email.toLowerCase()) {
    return { field, type: "invalid_value", key: "auth.password_is_email" };
  }
  return undefined;
}
