// What "Try it out" shows: an operation's example with ids that exist. This text is sent to browsers as it stands.

const ID = 0;
const PATIENCE_MS = 30_000;
const PAUSE_MS = 150;
const EAN_DIGITS = 11;
const STAMP_DIGITS = 7;
/** Behind an operation: what is meant is another one than all others. */
const OTHER = "+";
const WEIGHTS = [1, 3];

/** What lies at `data/items/0/id`. */
const at = (value, pointer) => pointer.split("/").reduce((part, step) => Object(part)[step], value);

function withValue(whole, [step = "", ...rest], value) {
  const copy = Array.isArray(whole) ? [...whole] : { ...Object(whole) };
  copy[step] = rest.length === 0 ? value : withValue(copy[step], rest, value);
  return copy;
}

const split = (source) => source.split("#/");

/** An EAN that no product has: of the range for own use, with its check digit. */
function newEan(number) {
  const digits = `2${String(number).slice(-EAN_DIGITS).padStart(EAN_DIGITS, "0")}`;
  const sum = [...digits].reduce((all, digit, index) => all + Number(digit) * (WEIGHTS[index % 2] ?? 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** A unique text like the one of the example. */
function renewed(text, number) {
  const stamp = number.toString(36).slice(-STAMP_DIGITS);
  if (/^\d{13}$/.test(text)) return newEan(number);
  if (text.includes("\n")) return text.replaceAll(/\bNEW-\d+/g, (sku) => `${sku}-${stamp}`);
  if (/^B0[A-Z0-9]{8}$/.test(text)) return `B0${stamp.toUpperCase().padStart(8, "0")}`;
  if (text.includes("@")) return text.replace("@", `-${stamp}@`);
  if (/^https?:\/\/\S+$/.test(text)) return `${text}-${stamp}`;
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text)) return `${stamp}.${text}`;
  return /^[a-z0-9-]+$/i.test(text) ? `${text}-${stamp}` : `${text} ${stamp}`;
}

/** A file with its first row repeated. */
function lengthened(file, rows) {
  const [head = "", row = "", ...others] = file.split("\n");
  return [head, ...Array.from({ length: rows }, () => row), ...others].join("\n");
}

/** The form of an example: `file` is a file, everything else a text. */
export function fieldsOf(body) {
  return Object.entries(body).map(([name, value]) => {
    const text = String(value);
    if (name !== "file") return [name, text];
    const ending = text.startsWith("%PDF") ? "pdf" : text.startsWith("GIF") ? "gif" : "csv";
    return [name, new File([text], `example.${ending}`)];
  });
}

/** The address of a request. */
export function addressOf({ path, given }) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(given.path[name] ?? "")));
  const query = new URLSearchParams(Object.entries(given.query).map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `${filled}?${query}` : filled;
}

/** What is needed of an operation, before it. */
const requiredBy = (plan) => [...plan.needs, ...Object.values(plan.from)].map((source) => split(source)[ID]);

const isRead = ({ method }) => method === "GET";

/** What the reader's page has made, and how it fills in. It lives as long as the page. */
class TryOut {
  #answers = new Map();
  #lastNumber = 0;
  /** How many rows files get. */
  #rows = 1;
  #around;

  constructor(around) {
    this.#around = around;
  }

  #plan(id) {
    return this.#around.plans[id];
  }

  /** What an operation made goes, and with it what was made of that. */
  #forget(id) {
    this.#answers.delete(id);
    for (const other of this.#answers.keys()) if (requiredBy(this.#plan(other)).includes(id)) this.#forget(other);
  }

  #forgetAll(ids) {
    for (const id of ids) this.#forget(id);
  }

  /** Everything that would be called to fill an operation in; no reads. */
  #missing(id, found = new Set()) {
    for (const required of requiredBy(this.#plan(id))) {
      const each = required.replace(OTHER, "");
      if (found.has(each) || this.#answers.has(each)) continue;
      this.#missing(each, found);
      if (!isRead(this.#plan(each))) found.add(each);
    }
    return [...found];
  }

  /** Calls an operation until what it works on is there. */
  async #patiently(id, given, isEnough = () => true) {
    const { send, now = Date.now, pause = PAUSE_MS, patience = PATIENCE_MS } = this.#around;
    const givesUpAt = now() + patience;
    for (;;) {
      const { status, body } = await send(id, given);
      if (status < 300 && isEnough(body)) return body;
      const canCome = status < 300 || [404, 409].includes(status);
      if (!canCome || now() > givesUpAt) throw new Error(`${id}: ${status} ${JSON.stringify(body)}`);
      await new Promise((done) => setTimeout(done, pause));
    }
  }

  async #make(id, isEnough) {
    const body = await this.#patiently(id, await this.#ownRequest(id), isEnough);
    if (!isRead(this.#plan(id))) this.#answers.set(id, body);
    return body;
  }

  /** `getImport#/status=completed`: called until it says so; `putStock`: called unless this page has. */
  async #satisfy(need) {
    const [id, rest = ""] = split(need);
    const [pointer, wanted] = rest.split("=");
    if (wanted !== undefined) await this.#make(id, (body) => wanted.split("|").includes(String(at(body, pointer))));
    else if (!this.#answers.has(id)) await this.#make(id);
  }

  async #own(source) {
    const [id, pointer] = split(source);
    if (id.endsWith(OTHER)) {
      const other = id.replace(OTHER, "");
      return at(await this.#patiently(other, await this.#ownRequest(other)), pointer);
    }
    if (isRead(this.#plan(id))) return at(await this.#make(id, (body) => at(body, pointer) !== undefined), pointer);
    return at(this.#answers.get(id) ?? (await this.#make(id)), pointer);
  }

  /** What this page has made, or what a list begins with. */
  async #known(source) {
    const [id, pointer] = split(source);
    if (this.#answers.has(id)) return at(this.#answers.get(id), pointer);
    const place = isRead(this.#plan(id)) ? source : this.#plan(id).found;
    if (!place) return undefined;
    const [list, where] = split(place);
    const given = await this.#knownRequest(list);
    if (!given) return undefined;
    const { status, body } = await this.#around.send(list, given);
    return status < 300 ? at(body, where) : undefined;
  }

  /** With unique texts, and a file that is long enough. */
  #renewed({ given, fresh }) {
    const { now = Date.now } = this.#around;
    const file = at(given, "body/file");
    const isLong = this.#rows > 1 && file !== undefined;
    const whole = isLong ? withValue(given, ["body", "file"], lengthened(file, this.#rows)) : given;
    return fresh.reduce((part, place) => {
      this.#lastNumber = Math.max(now(), this.#lastNumber + 1);
      return withValue(part, place.split("/"), renewed(at(part, place), this.#lastNumber));
    }, whole);
  }

  /** A request on what this page has made. */
  async #ownRequest(id) {
    const plan = this.#plan(id);
    for (const need of plan.needs) await this.#satisfy(need);
    let given = this.#renewed(plan);
    for (const [place, source] of Object.entries(plan.from)) {
      given = withValue(given, place.split("/"), await this.#own(source));
    }
    return given;
  }

  /** A read of what there is; `undefined` when it is not there. */
  async #knownRequest(id) {
    let { given } = this.#plan(id);
    for (const [place, source] of Object.entries(this.#plan(id).from)) {
      const value = await this.#known(source);
      if (value === undefined) return undefined;
      given = withValue(given, place.split("/"), value);
    }
    return given;
  }

  /** An operation's example as it works now; `undefined` when the reader does not want what it needs. */
  async fill(id) {
    const plan = this.#plan(id);
    if (!plan) return undefined;
    const there = isRead(plan) && plan.needs.length === 0 ? await this.#knownRequest(id) : undefined;
    if (there) return there;
    this.#forgetAll(plan.anew);
    const calls = this.#missing(id);
    if (calls.length > 0 && !(await this.#around.agree(calls))) return undefined;
    this.#rows = plan.rows ?? 1;
    const given = await this.#ownRequest(id);
    // What was just made may have to be worked on first.
    if (isRead(plan)) await this.#patiently(id, given);
    this.#forgetAll(plan.anew);
    return given;
  }

  /** What the reader has called. */
  note(id, body) {
    const plan = this.#plan(id);
    if (!plan) return;
    this.#forgetAll(plan.anew);
    if (plan.anew.length === 0 && !isRead(plan)) this.#answers.set(id, body);
  }
}

/**
 * Fills examples in. `plans` are those of the service, by operation; `send` calls an operation; `agree` asks the reader
 * whether these operations may be called first. A read is filled with what there is; every write is tried on objects that
 * this page has made, and never on any other.
 */
export const openTryOut = (around) => new TryOut(around);
