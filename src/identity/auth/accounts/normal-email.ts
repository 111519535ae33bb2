/** An address as accounts store and count it. */
export const normalEmail = (email: string): string => email.trim().normalize("NFKC").toLowerCase();

// Deliberately loose: only a letter sent there can show whether an address exists.
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const EMAIL_LENGTH_MAX = 254;

/** Whether this can be an address. */
export const isEmail = (text: string): boolean => text.length <= EMAIL_LENGTH_MAX && EMAIL.test(text);
