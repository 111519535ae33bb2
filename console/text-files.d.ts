/** Files that are bundled as texts. */
declare module "*.csv" {
  const text: string;
  export = text;
}
