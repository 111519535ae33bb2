import { type Static, Type } from "@sinclair/typebox";
import { MODEL_PRICES, type ModelPrice, PRICE_SOURCES, PRICES_READ_ON } from "../provider/model-prices.ts";

const Price = (description: string) => Type.Number({ description: `US dollars per million tokens ${description}.` });

const ModelBody = Type.Object({
  provider: Type.String({ examples: ["openai"] }),
  model: Type.String({ examples: ["gpt-4o-mini"] }),
  input: Price("of input"),
  output: Price("of output"),
  cached: Price("of input that the provider had in its cache"),
  written: Price("of input that the provider stored in its cache"),
  is_retired: Type.Boolean({ description: "Its provider has ended it." }),
  is_own: Type.Boolean({ description: "The price is that of `prices` of the AI provider setting." }),
});
export const ModelsBody = Type.Object({
  read_on: Type.String({ format: "date", description: "When the built-in prices were read." }),
  sources: Type.Record(Type.String(), Type.String(), { description: "Where each provider publishes its prices." }),
  models: Type.Array(ModelBody),
});

const bodyOf = (provider: string, model: string, price: ModelPrice, isOwn: boolean): Static<typeof ModelBody> => {
  const { input, output, cached = input, written = input, isRetired = false } = price;
  return { provider, model, input, output, cached, written, is_retired: isRetired, is_own: isOwn };
};

/** The models whose prices are known, with those that the tenant has given. */
export function listModels(value: Record<string, unknown>): Static<typeof ModelsBody> {
  // The schema of the setting says so.
  const own = Object(value["prices"]) as Record<string, ModelPrice>;
  const provider = String(value["provider"] ?? "openai_compatible");
  const listed = Object.entries(MODEL_PRICES).flatMap(([name, models]) =>
    Object.entries(models)
      .filter(([model]) => name !== provider || !Object.hasOwn(own, model))
      .map(([model, price]) => bodyOf(name, model, price, false)),
  );
  const given = Object.entries(own).map(([model, price]) => bodyOf(provider, model, price, true));
  return { read_on: PRICES_READ_ON, sources: { ...PRICE_SOURCES }, models: [...given, ...listed] };
}
