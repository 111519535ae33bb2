import { openSearch } from "../../src/search/open-search.ts";
import { catchUp } from "../../workers/search/follow.ts";
import { services } from "../harness.ts";
import { describeSearch } from "./behaviour.ts";
import { searchApp } from "./search-app.ts";

const app = searchApp(openSearch(services.config, services.now));

describeSearch("libsql", {
  app: () => app,
  index: async () => {
    while ((await catchUp(services, new AbortController().signal)) === 0);
  },
});
