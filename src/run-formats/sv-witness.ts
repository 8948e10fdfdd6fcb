import { unsupported } from '../diagnostics/diagnostic.js';
import type { RunToTell } from '../evidence/run-to-tell.js';
import { hasBuffers } from '../memory/model-questions.js';
import type { RunFormat, WrittenBy } from './run-format.js';
import { placesOf } from './step-places.js';

/**
 * A violation witness in the format 2.0 of SV-COMP (Ayaziova et al., SPIN 2024): a sequence that ends at the target. It says where
 * the program fails; which thread goes when it has no words for.
 */
export const svWitness: RunFormat = { name: 'sv-comp', write: (run, by) => `${entry(run, by).join('\n')}\n` };

/** What each kind of violation is called there; others have no name. */
const specifications: readonly (readonly [property: RegExp, text: string])[] = [
  [/^reach_error/, 'G ! call(reach_error())'],
  // What the macro `assert` of <assert.h> calls.
  [/^assert/, 'G ! call(__assert_fail())'],
  [/^overflow/, 'G ! overflow'],
  [/^(pointer|bounds)/, 'G valid-deref'],
  [/^race/, 'G ! data-race'],
];

function entry(run: RunToTell, { version, time }: WrittenBy): readonly string[] {
  const { file } = run;
  refuseOthers(run);
  return [
    '- entry_type: "violation_sequence"',
    '  metadata:',
    '    format_version: "2.0"',
    `    uuid: ${quoted(uuidOf(file.sha256))}`,
    `    creation_time: ${quoted(time.toISOString().replace(/\.\d+Z$/, 'Z'))}`,
    '    producer:',
    '      name: "fencepost"',
    `      version: ${quoted(version)}`,
    '    task:',
    '      input_files:',
    `        - ${quoted(file.name)}`,
    '      input_file_hashes:',
    `        ${quoted(file.name)}: ${quoted(file.sha256)}`,
    `      specification: ${quoted(`CHECK( init(main()), LTL(${specificationOf(run)}) )`)}`,
    '      data_model: "LP64"',
    '      language: "C"',
    '  content:',
    '    - segment:',
    '        - waypoint:',
    '            type: "target"',
    '            action: "follow"',
    '            location:',
    ...locationOf(run).map((line) => `              ${line}`),
  ];
}

function refuseOthers({ file, machine, trace }: RunToTell): void {
  if (file.language !== 'c') unsupported('a witness of SV-COMP is of a program in C', null);
  if (hasBuffers(machine.model))
    unsupported(
      `witnesses of SV-COMP are of runs under sc, not ${machine.model.name}`,
      null,
      'take --model sc',
    );
  if (trace.loop !== undefined)
    unsupported('a run without end is no violation witness of the format 2.0', null);
}

function specificationOf({ property }: RunToTell): string {
  const found = specifications.find(([names]) => names.test(property.name));
  return found?.[1] ?? unsupported(`SV-COMP has no specification for ${property.name}`, null);
}

/** Where the step stands that violates: the last one of the text. */
function locationOf(run: RunToTell): readonly string[] {
  const last = placesOf(run).findLast((place) => place !== null);
  const { file, line } = last ?? unsupported('no step of the run stands in the text', null);
  return [`file_name: ${quoted(file)}`, `line: ${line}`];
}

/** YAML reads the strings of JSON. */
const quoted = (text: string): string => JSON.stringify(text);

/** The same for the same program: the form of an identifier made from a name. */
const uuidOf = (sha256: string): string =>
  sha256.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5');
