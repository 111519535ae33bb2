import { PlatformError } from "../engine/platform-error.ts";
import { listOf, member, textOf } from "../engine/platform-values.ts";
import type { Choice } from "../engine/shop/shop-facts.ts";

/** What an owner may choose from, of a list that the platform answers; none where the credentials may not read it. */
export async function choicesOf(
  ask: () => Promise<unknown>,
  { id, name }: { id: string; name: string },
): Promise<Choice[]> {
  const found = await ask().catch((error: unknown) => {
    if (error instanceof PlatformError && error.reason !== "unreachable") return [];
    throw error;
  });
  return listOf(found).flatMap((each) => {
    const own = textOf(member(each, id));
    return own === undefined ? [] : [{ id: own, name: textOf(member(each, name)) ?? own }];
  });
}
