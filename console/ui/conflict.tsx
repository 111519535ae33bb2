import { c } from "../words/common.ts";
import { ask } from "./dialog.tsx";

/** Shows both values of a field that somebody else changed at the same time; true keeps mine. */
export const keepsMine = (mine: string, theirs: string): Promise<boolean> =>
  ask({
    title: c("conflictTitle"),
    text: (
      <>
        <p>{c("conflictText")}</p>
        <table>
          <tbody>
            <tr>
              <th scope="row">{c("conflictMine")}</th>
              <td class="wrap">{mine}</td>
            </tr>
            <tr>
              <th scope="row">{c("conflictTheirs")}</th>
              <td class="wrap">{theirs}</td>
            </tr>
          </tbody>
        </table>
      </>
    ),
    yes: c("keepMine"),
    no: c("keepTheirs"),
  });
