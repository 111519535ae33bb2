/** The licences of the packages inside the binary. `build.ts` puts them in; the sources read the installed packages. */
export const EMBEDDED_LICENCES: string = "";
