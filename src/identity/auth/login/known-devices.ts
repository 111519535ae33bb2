import type { Signer } from "../callers/signature.ts";
import { randomText } from "../random-text.ts";

// 131 bits.
const ID_LENGTH = 22;

/** A browser that has logged in to an account before. */
export interface KnownDevice {
  id: string;
  /** What the browser keeps. */
  token: string;
}

/**
 * Recognises browsers that have logged in to an account before, so that strangers cannot lock its owner out. The token
 * is signed for one address and worth nothing for another.
 * Source: https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export const knownDevicesBy = ({ sign, read }: Signer) => ({
  /** Of an address as `normalEmail` makes it; `undefined` for a device that is not known there. */
  recogniseDevice: (token: string | undefined, email: string): KnownDevice | undefined => {
    const id = token === undefined ? undefined : read(token, email);
    return id === undefined || token === undefined ? undefined : { id, token };
  },
  newDevice: (email: string): KnownDevice => {
    const id = randomText(ID_LENGTH);
    return { id, token: sign(id, email) };
  },
});

/**
 * Says whether a user has logged in from a network before, without storing the network: what is stored is its HMAC, for
 * this user only.
 */
export const knownNetworksBy = ({ sign }: Signer) => ({
  hashNetwork: (network: string, userId: string): string => sign("", `${userId} ${network}`).slice(1),
});
