/** A step of paths: what follows a word, and what follows a parameter. */
interface Step {
  words: Map<string, Step>;
  parameter?: Step;
  /** Whose route ends here. */
  owner?: string;
}

const newStep = (): Step => ({ words: new Map() });
const partsOf = (path: string) => path.split("/").filter((part) => part !== "");

/** Who has the route of a method and path, and how many parameters that has. */
interface Place {
  owner: string;
  parameters: number;
}

/** The place of the parts of a path from one on; a word of its own goes before a parameter. */
function placeOf(step: Step, parts: readonly string[], at: number, parameters: number): Place | undefined {
  const part = parts[at];
  if (part === undefined) return step.owner === undefined ? undefined : { owner: step.owner, parameters };
  const word = step.words.get(part);
  const found = word && placeOf(word, parts, at + 1, parameters);
  return found ?? (step.parameter && placeOf(step.parameter, parts, at + 1, parameters + 1));
}

/** Finds whose route takes a request, without the routes: `owners` has it by `GET /brands/:id`. */
export function findPlaces(
  owners: Readonly<Record<string, string>>,
): (method: string, path: string) => Place | undefined {
  const methods = new Map<string, Step>();
  for (const [route, owner] of Object.entries(owners)) {
    const [method = "", path = ""] = route.split(" ");
    let step = methods.get(method) ?? newStep();
    methods.set(method, step);
    for (const part of partsOf(path)) {
      if (part.startsWith(":")) {
        step.parameter ??= newStep();
        step = step.parameter;
      } else {
        const next = step.words.get(part) ?? newStep();
        step.words.set(part, next);
        step = next;
      }
    }
    step.owner = owner;
  }
  return (method, path) => {
    const first = methods.get(method);
    return first && placeOf(first, partsOf(path), 0, 0);
  };
}
