declare module "swagger-ui-dist/swagger-ui-bundle.js" {
  const content: string;
  export = content;
}
declare module "swagger-ui-dist/swagger-ui.css" {
  const content: string;
  export = content;
}
