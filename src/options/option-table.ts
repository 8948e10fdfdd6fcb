import type { EngineRow } from '../engines/engine-row.js';
import { engines } from '../engines/index.js';
import { commandRows } from './command-rows.js';
import { abstractRows } from '../engines/options/abstract-rows.js';
import { backwardRows } from '../engines/options/backward-rows.js';
import { discoveryRows } from '../engines/options/discovery-rows.js';
import { stateRows } from '../engines/options/state-rows.js';
import { questionRows } from './question-rows.js';
import type { CommandName, OptionRow } from './kit/row.js';
import { runRows } from './run-rows.js';

/** All options of the command line, in the order of help texts. A name stands twice where it means two things. */
export const optionTable = [
  ...commandRows,
  ...questionRows,
  ...abstractRows,
  ...discoveryRows,
  ...backwardRows,
  ...stateRows,
  ...runRows,
] as const;

/** The options of one command, each under a name of its own. */
export const optionsOf = (command: CommandName): readonly OptionRow[] =>
  optionTable.filter((row: OptionRow) => row.commands.includes(command)).map(withEngines);

/** The engines whose rows name the option. */
export const enginesWith = (option: string): readonly string[] =>
  engines
    .filter(({ takes }: EngineRow) => Object.values(takes).some(({ options }) => options.includes(option)))
    .map(({ name }) => name);

function withEngines(row: OptionRow): OptionRow {
  const taking = enginesWith(row.name);
  return taking.length === 0 ? row : { ...row, engines: taking, refusedBy: enginesAgainst(row) };
}

/** The engines that say for themselves why an option does not go with them. */
const enginesAgainst = ({ name, subjects }: OptionRow): readonly string[] =>
  engines
    .filter(({ takes }: EngineRow) => {
      const takings = Object.entries(takes);
      const takesNone = subjects !== undefined && !takings.some(([kind]) => subjects.some((s) => s === kind));
      return takesNone || takings.some(([, { refuses }]) => refuses.some(({ option }) => option === name));
    })
    .map((engine) => engine.name);

/** What happens without the option, in Markdown; empty: nothing does. */
export function defaultOf(row: OptionRow): string {
  if (row.default !== undefined) return row.default;
  if (typeof row.otherwise === 'number') return String(row.otherwise);
  return typeof row.otherwise === 'string' ? `\`${row.otherwise}\`` : '';
}
