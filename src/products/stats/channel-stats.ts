import type { Reader } from "../../../db/ports.ts";
import { countChannel, listTextLanguages } from "../../../db/product-stats/channels.ts";
import { listActiveEntities } from "../../reference/entities/entity.ts";
import { findLanguages } from "../../settings/languages.ts";
import { findPublication } from "../../settings/publication.ts";

/** Each is a look at every product. */
const CHANNELS_MAX = 50;
const MISSING_MAX = 5;

interface Place {
  entity: { id: string; code: string; name: string } | null;
  language: string;
}

/** The catalog in each language that it has texts in, then each active channel in its own. */
async function placesOf(db: Reader, pivot: string): Promise<Place[]> {
  const languages = [pivot, ...(await listTextLanguages(db)).filter((language) => language !== pivot)];
  const entities = await listActiveEntities(db);
  return [
    ...languages.map((language) => ({ entity: null, language })),
    ...entities.map(({ id, code, name, default_language: own }) => ({
      entity: { id, code, name },
      language: own ?? pivot,
    })),
  ].slice(0, CHANNELS_MAX);
}

/** How many products are ready for each channel and language, and what they lack most. */
export async function channelStats(db: Reader) {
  const [{ pivot }, { minScore }] = [await findLanguages(db), await findPublication(db)];
  const items = [];
  for (const { entity, language } of await placesOf(db, pivot)) {
    const place = { entityId: entity?.id ?? null, language, pivot, minScore };
    const { products, ready, score, missing } = await countChannel(db, place);
    items.push({
      entity,
      language,
      products,
      ready,
      percent: products === 0 ? 0 : Math.floor((ready * 1000) / products) / 10,
      average: products === 0 ? 0 : Math.round((score * 10) / products) / 10,
      missing: Object.entries(missing)
        .filter(([, count]) => count > 0)
        .toSorted(([, one], [, other]) => other - one)
        .slice(0, MISSING_MAX)
        .map(([field, count]) => ({ field, count })),
    });
  }
  return { min_score: minScore, items };
}
