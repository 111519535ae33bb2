declare module "*.tsv" {
  const text: string;
  export = text;
}
declare module "*.ndjson" {
  const text: string;
  export = text;
}
