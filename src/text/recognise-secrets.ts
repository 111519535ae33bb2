/** What replaces a secret in answers; sent back, it keeps the one that is there. */
export const MASK = "********";

const SECRET_NAME =
  /pass(?:word|phrase|wd|code)?$|^(?:pw|pwd)$|secret|token|private|credential|api[_-]?key|access[_-]?key|(?:^|[_-])(?:key|sig|pin)$|auth(?!or)|signature|cookie|session/i;
/** Names of headers that say little, and usually hold a key. */
const SECRET_HEADER = /^x-(?:api|app|client|access)(?:-id)?$|-(?:key|api)\b/i;
const AUTHORIZATION = /^(?:bearer|basic|token|digest|apikey|key|negotiate)\s+\S/i;
/** A key that was made by a machine: long, without blanks, of letters and digits. */
const MADE_KEY = /^(?=[^\s/]*\d)(?=[^\s/]*[a-z])[\w+=.~-]{20,}$/i;

/** Whether a member, a parameter or a header of that name holds a secret, as far as its name shows. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/** Whether a header holds a secret, as far as its name and its value show. */
export const isSecretHeader = (name: string, value: string): boolean =>
  value !== "" && (isSecretName(name) || SECRET_HEADER.test(name) || AUTHORIZATION.test(value) || MADE_KEY.test(value));

const USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/[^/?#@:]*):[^/?#@]+@/i;
const PARAMETER = /([?&;])([^=&;#?]+)=([^&;#]+)/g;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An address with the secrets in it masked: a password before its host, and parameters that are secrets by their names. */
export function maskAddress(address: string): string {
  const [path = "", query] = address.split(/(?=\?)(.*)/s);
  const masked = query?.replaceAll(PARAMETER, (whole, sign: string, name: string) =>
    isSecretName(decoded(name)) ? `${sign}${name}=${MASK}` : whole,
  );
  return path.replace(USER_INFO, `$1:${MASK}@`) + (masked ?? "");
}

/** Whether a part of an address masks a secret. */
export const isMaskedAddress = (address: string): boolean => address.includes(MASK);
