/** What the program ends with, as supervisors and scripts know it. Source: sysexits.h */
export const EXIT = {
  /** The service said no, or could not start. */
  refused: 1,
  /** The command line or the settings are wrong (EX_USAGE). */
  usage: 64,
  /** No service answers (EX_UNAVAILABLE). */
  unavailable: 69,
  /** A fault of the program, worth a restart (EX_SOFTWARE). */
  fault: 70,
} as const;
