/** What the files of one folder may import. A file belongs to the first row that its path begins with. */
export interface LayerRow {
  /** A folder with a closing slash, or one file. */
  readonly path: string;
  /** Folders or files of ours. */
  readonly may: readonly string[];
  /** Packages from node_modules; those of Node itself (`node:`) are free. */
  readonly packages: readonly string[];
  /** Not null: the files and folders directly in it do not import each other, but for what is listed. */
  readonly common: readonly string[] | null;
}

/** Only rows that begin with one of `by` may import what begins with `path`. */
export interface ImportGuard {
  readonly path: string;
  readonly by: readonly string[];
}

const support = 'src/support/';
const diagnostics = 'src/diagnostics/';
const ir = 'src/ir/';
const logic = 'src/logic/';
const memory = 'src/memory/';
const step = 'src/step/';
const smt = 'src/smt/';
const search = 'src/search/';
const base = [ir, diagnostics, support];

const row = (path: string, may: readonly string[], packages: readonly string[] = []): LayerRow => ({
  path,
  may: [path, ...may],
  packages,
  common: null,
});

/** A folder of independent parts. */
const parts = (
  path: string,
  common: readonly string[],
  may: readonly string[],
  packages: readonly string[] = [],
): LayerRow => ({
  path,
  may: [path, ...may],
  packages,
  common: common.map((name) => path + name),
});

/** The import rule: downward only. Registries stand before the folder they are in, because they see all of it. */
export const layers: readonly LayerRow[] = [
  row(support, []),
  row(diagnostics, [support]),
  row(ir, [support, diagnostics]),
  row(logic, [ir, support]),
  row(memory, [ir, logic, support]),
  row(step, [ir, support]),
  row(smt, [ir, logic, diagnostics, support], ['z3-solver']),
  row('src/boolean/', base),
  row(search, [ir, support]),
  row('src/arrays/', [...base, logic, memory, search]),
  row('src/pass/', [...base, logic, memory]),
  row('src/dve/', ['src/ir/constant.ts', 'src/ir/interval.ts', diagnostics, support]),
  row('src/frontends/index.ts', ['src/frontends/', 'src/boolean/', ...base]),
  parts(
    'src/frontends/',
    ['frontend.ts', 'kit/', 'language.ts'],
    ['src/boolean/', 'src/dve/', ...base],
    ['nearley', 'moo'],
  ),
  row('src/abstraction/', ['src/engines/shared/', 'src/boolean/', ...base, logic, search, step, smt]),
  row('src/engines/index.ts', ['src/engines/']),
  // By way of Boolean programs, which the three-valued engine decides.
  row('src/engines/abstract/', [
    ...['src/engines/', 'src/abstraction/', 'src/frontends/bl/', 'src/boolean/', 'src/pass/'],
    ...[...base, logic, memory, search, step, smt],
  ]),
  parts(
    'src/engines/',
    ['engine.ts', 'engine-row.ts', 'question.ts', 'counters.ts', 'refusals.ts', 'shared/'],
    [
      ...['src/arrays/', 'src/boolean/', 'src/pass/'],
      ...['src/abstraction/settings.ts', 'src/abstraction/predicate.ts'],
      ...[...base, logic, memory, search, step, smt],
    ],
  ),
  row('src/exporters/index.ts', ['src/exporters/', ...base]),
  parts('src/exporters/', ['exporter.ts', 'shared/'], ['src/dve/', ...base, logic, step]),
  // The rows of options: what values there are stands in registries and beside what takes them.
  row('src/options/', [
    'src/exporters/index.ts',
    'src/engines/',
    'src/ir/subject-kind.ts',
    diagnostics,
    memory,
    smt,
    support,
  ]),
  row('src/verify/report.ts', ['src/engines/index.ts', 'src/engines/engine-row.ts', ...base]),
  row('src/verify/', [
    ...[
      'src/options/',
      'src/pass/',
      'src/dve/buffers/spec.ts',
      'src/frontends/',
      'src/abstraction/',
      'src/engines/',
      'src/evidence/',
      'src/boolean/',
      'src/arrays/',
    ],
    ...[...base, logic, memory, search, smt],
  ]),
  row('src/transform/', [
    ...['src/verify/load.ts', 'src/verify/options.ts', 'src/verify/atomic-writes.ts'],
    ...['src/dve/buffers/spec.ts', 'src/frontends/frontend.ts', 'src/pass/', 'src/exporters/exporter.ts'],
    ...[...base, memory],
  ]),
  row('src/synthesis/report.ts', ['src/verify/report.ts', ir]),
  row('src/synthesis/', [
    ...[
      'src/verify/',
      'src/evidence/',
      'src/pass/',
      'src/engines/question.ts',
      'src/engines/shared/temporal/',
    ],
    ...[...base, logic, memory, smt],
  ]),
  row('src/evidence/', [...base, logic, memory, smt]),
  // A report is a print of what verify found, so it knows the type of that.
  row('src/report/', ['src/verify/report.ts', 'src/synthesis/report.ts', ...base]),
  // A comparison is made of what verify prints, not of what it is.
  row('src/compare/', ['src/report/', 'src/verify/report.ts', ...base]),
  row('src/library/', ['src/', 'passes/']),
  row('src/cli/', ['src/', 'passes/'], ['yargs']),
  row('src/index.ts', ['src/library/', 'src/report/', 'src/verify/report.ts', 'src/synthesis/report.ts']),
  row('passes/index.ts', ['passes/', 'src/pass/']),
  row('passes/pipelines.ts', ['passes/', 'src/pass/', memory]),
  parts('passes/', [], ['src/pass/', ...base, logic, memory]),
  // Tests and tools may look at everything; a tool knows no other but for what runs programs and reads corpora.
  row('test/support/', ['src/', 'passes/'], ['@jest/globals']),
  parts('tools/', ['check-layers/', 'corpus/', 'spin/'], ['src/', 'passes/', 'test/support/'], ['prettier']),
];

const checks = ['tools/', 'test/support/'];
const registryReaders = ['src/cli/', 'src/library/', ...checks];
const namesReaders = [...registryReaders, 'src/options/'];

/** The folders that the rule speaks of. */
export const ruledFolders: readonly string[] = ['src', 'passes', 'tools', 'test/support'];

export const guards: readonly ImportGuard[] = [
  { path: 'src/index.ts', by: [] },
  { path: 'src/library/', by: ['src/library/', 'src/cli/', 'src/index.ts', ...checks] },
  { path: 'src/cli/', by: ['src/cli/', ...checks] },
  { path: 'passes/index.ts', by: registryReaders },
  { path: 'passes/pipelines.ts', by: registryReaders },
  { path: 'src/frontends/index.ts', by: registryReaders },
  { path: 'src/engines/index.ts', by: [...registryReaders, 'src/verify/', 'src/options/'] },
  { path: 'src/exporters/index.ts', by: namesReaders },
  { path: 'src/memory/index.ts', by: namesReaders },
];
