import { MAGENTO, MAGENTO_TYPES } from "../../connectors/published/magento.ts";

/** Its description calls nearly all members of a stock item needed; its tutorials send two of them. */
const PARTIAL = "catalog-inventory-data-stock-item";

const membersOf = (text: string) =>
  text.split(/\s+/).map((each) => {
    const [named = "", type] = each.split(":");
    return { name: named.replace("!", ""), isNeeded: named.endsWith("!"), type };
  });

type Member = ReturnType<typeof membersOf>[number];

/** What is wrong with a member, and with what it holds. */
function faultOf(name: string, member: string, { held, described }: { held: unknown; described: Member | undefined }) {
  if (!described) return `"${member}" is not supported by ${name}. Correct the field name and try again.`;
  const types = described.type === undefined ? undefined : MAGENTO_TYPES[described.type];
  return types === undefined ? undefined : faultIn(described.type ?? "", types, held);
}

function faultIn(name: string, text: string, value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map((each) => faultIn(name, text, each)).find((each) => each !== undefined);
  if (typeof value !== "object" || value === null) return `${name} is to be an object`;
  const known = membersOf(text);
  const lacks = known.find((each) => each.isNeeded && name !== PARTIAL && !(each.name in value));
  if (lacks) return `"%fieldName" is required: ${lacks.name} of ${name}`;
  return Object.entries(value)
    .map(([member, held]) => faultOf(name, member, { held, described: known.find((each) => each.name === member) }))
    .find((fault) => fault !== undefined);
}

/** Why Magento refuses a body of an operation; `undefined`: it takes it. */
export const bodyFault = (operation: string, body: unknown): string | undefined =>
  faultIn("the body", MAGENTO[operation]?.body ?? "", body);

/** The operation that an address is of, and whether it is its bulk form. */
export function operationOf(method: string, path: string): { operation: string; isBulk: boolean } {
  const route = path
    .replace(/^\/rest\/\w+/, "")
    .replace(/(?<=^\/V1\/products\/)[^/]+(?=\/stockItems\/)/, "{productSku}")
    .replace(/(?<=\{productSku\}\/stockItems\/)\d+$/, "{itemId}")
    .replace(/(?<=^\/V1\/stockItems\/).+/, "{productSku}")
    .replace(/(?<=^\/V1\/products\/attributes\/)\w+(?=\/options$)/, "{attributeCode}")
    .replace(/(?<=^\/V1\/products\/attribute-sets\/)\d+(?=\/attributes$)/, "{attributeSetId}")
    .replace(/(?<=^\/V1\/products\/)(?!base-prices$|special-price(?:-delete)?$|attribute|\{).+/, "{sku}")
    .replace(/(?<=\/bulk\/)[\w-]+(?=\/status$)/, "{bulkUuid}");
  return { operation: `${method} ${route.replace("/async/bulk", "")}`, isBulk: route.startsWith("/async/bulk") };
}
