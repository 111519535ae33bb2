import { expect, test } from "bun:test";
import { openSearch } from "../../src/search/open-search.ts";
import { catchUp } from "../../workers/search/follow.ts";
import { services } from "../harness.ts";
import { realTenant } from "./real-catalog.ts";
import { searchApp } from "./search-app.ts";

/** What is typed, and how the title of the first hit begins. */
const FIRST_HITS: [q: string, title: string][] = [
  // Whole words before beginnings of words, and first where the title begins with them.
  ["vitamine d", "VITAMINE D3 BON"],
  ["vitamine c", "VITAMINE C ARROW"],
  ["ham", "Ham on Rye"],
  ["apple", "Apple"],
  ["mars", "Mars Chocolate"],
  ["pan", "PAN-O-GOLD"],
  ["it", "It"],
  ["emma", "Emma"],
  ["momo", "Momo"],
  ["aspirine", "ASPIRINE PROTECT"],
  ["collyre", "COLLYRE BLEU LAITER"],
  ["cookies", "Cookies United"],
  ["chocolates", "Da Vinci Fine Chocolates"],
  ["Brötchen", "Baguette Brötchen"],
  // Words in their order before scattered ones, a whole title before all.
  ["omega 3", "Fair Game (Alpha & Omega, #3)"],
  ["gone with the wind", "Gone with the Wind"],
  ["harry potter", "Harry Potter"],
  ["the hobbit", "The Hobbit"],
  ["peter pan", "Peter Pan"],
  ["green eggs and ham", "Green Eggs and Ham"],
  ["animal farm", "Animal Farm"],
  ["pride and prejudice", "Pride and Prejudice"],
  ["millennium falcon", "Millennium Falcon"],
  ["fire truck", "Fire Truck"],
  ["ice cream", "Ice Cream"],
  ["x-wing", "X-Wing"],
  ["peanut butter", "Peanut Butter"],
  ["dark chocolate", "Dark chocolate"],
  ["lord of the ring", "The Lord of the Rings"],
  ["coca cola zero", "COCA-COLA ZERO SUGAR"],
  ["earl grey", "Earl Grey"],
  ["m&m's", "M&M'S"],
  ["rote bete saft", "Rote Bete Saft"],
  ["Gewürze Pfeffer", "Gewürze - carat - Pfeffer"],
  ["100% sok", "100% sok"],
  ["levothyrox 75", "LEVOTHYROX 75"],
  // Measures with and without a space, with a comma or a point.
  ["mleko 1 l", "mleko 1 l."],
  ["mleko 1l", "mleko 1 l."],
  ["sok 2 l", "Sok pomarańcza 100% 2 l"],
  ["sok 2l", "Sok pomarańcza 100% 2 l"],
  ["tyskie 500ml", "Tyskie 500ml"],
  ["tyskie 500 ml", "Tyskie 500ml"],
  ["woda 1,5l", "woda 1,5 l"],
  ["woda 1.5 l", "woda 1,5 l"],
  ["mleko 3,2%", "Mleko 3,2 %"],
  ["mleko 3.2 %", "Mleko 3,2 %"],
  ["doliprane 500mg", "DOLIPRANE 500 mg"],
  ["doliprane 500 mg", "DOLIPRANE 500 mg"],
  ["amoxicilline 1g comprimé", "AMOXICILLINE ZYDUS 1 g, comprimé"],
  ["baguette 300g", "Baguette 300 g"],
  ["vitamine c 500 mg", "EFFERALGAN VITAMINE C 500 mg"],
  // Plurals, words written as one, umlauts in two letters.
  ["comprimés effervescents", "ACTRON, comprimé effervescent"],
  ["comprimé effervescents", "ACTRON, comprimé effervescent"],
  ["lampes", "Lamp"],
  ["starwars", "Star Wars"],
  ["harrypotter", "Harry Potter"],
  ["cocacola", "Coca-Cola"],
  ["broetchen", "Baguette Brötchen"],
  // Brands beside titles, codes, accents.
  ["biogaran paracetamol", "PARACETAMOL BIOGARAN"],
  ["orwell 1984", "1984"],
  ["LEGO-7660-1", "Naboo N-1 Starfighter"],
  ["samsung s24b350h", "Samsung S24B350H"],
  ["philips 46pfl8007k", "Philips 46PFL8007K"],
  ["canon DR-4010C", "Canon DR4010C"],
  ["mécanique du coeur", "La Mécanique du cœur"],
  ["crème brulee", "Creme Brulee"],
  // Typos, in the last word too.
  ["dolipraen 1000", "DOLIPRANE 1000"],
  ["hary poter", "Harry Potter"],
  ["cosmic cmet", "Cosmic Comet"],
  ["malloreon rell", "The Seeress of Kell (The Malloreon"],
  ["mystery ceht", "Dog on It (A Chet and Bernie Mystery"],
  ["commander rman", "Roman Commander"],
];

test("S20.7 finds first in a real catalog what is meant", async () => {
  const tenant = await realTenant();
  const app = searchApp(openSearch(services.config, services.now));
  while ((await catchUp(services, new AbortController().signal)) === 0);
  const found: [string, string][] = [];
  for (const [q, title] of FIRST_HITS) {
    const { body } = await app.get(tenant, `/search/products?q=${encodeURIComponent(q)}&per_page=1`);
    found.push([q, String(body.items[0]?.title).slice(0, title.length)]);
  }
  expect(found).toEqual(FIRST_HITS);
  const totals = new Map<string, number>();
  for (const q of ["tyskie 500ml", "tyskie 500 ml", "sok 2l", "sok 2 l"]) {
    totals.set(q, (await app.get(tenant, `/search/products?q=${encodeURIComponent(q)}`)).body.meta.total);
  }
  expect([totals.get("tyskie 500ml"), totals.get("sok 2l")]).toEqual([
    totals.get("tyskie 500 ml"),
    totals.get("sok 2 l"),
  ]);
}, 300_000);
