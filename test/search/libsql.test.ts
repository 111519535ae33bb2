import { openSearch } from "../../src/search/open-search.ts";
import { catchUp } from "../../workers/search/follow.ts";
import { services } from "../harness.ts";
import { describeSearch } from "./behaviour.ts";
import { describeBeside } from "./beside-products.ts";
import { searchApp } from "./search-app.ts";

const app = searchApp(openSearch(services.config, services.now));

const engine = {
  app: () => app,
  index: async () => {
    while ((await catchUp(services, new AbortController().signal)) === 0);
  },
};
describeSearch("libsql", engine);
describeBeside("libsql", engine);
