/** What the program ends with, as supervisors and scripts know it. Source: sysexits.h */
export const EXIT = {
  /** The service said no, or could not start. */
  refused: 1,
  /** The command line or the settings are wrong (EX_USAGE). */
  usage: 64,
  /** A backup's bytes are not what was written (EX_DATAERR). */
  damaged: 65,
  /** Some rows of a file that was imported have errors (EX_DATAERR). */
  rowsFailed: 65,
  /** There is no such backup (EX_NOINPUT). */
  noInput: 66,
  /** No service answers (EX_UNAVAILABLE). */
  unavailable: 69,
  /** A fault of the program, worth a restart (EX_SOFTWARE). */
  fault: 70,
  /** The folder for a restore has something in it (EX_CANTCREAT). */
  notEmpty: 73,
  /** A backup lacks parts that it names (EX_IOERR). */
  incomplete: 74,
  /** A service runs on the folder for a restore: stop it and try again (EX_TEMPFAIL). */
  inUse: 75,
  /** A newer program made the backup (EX_PROTOCOL). */
  newer: 76,
} as const;
