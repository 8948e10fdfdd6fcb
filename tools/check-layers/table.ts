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
const expressions = 'src/lang/expr/';
const runs = 'src/lang/run/';
const programs = 'src/lang/program/';
const booleans = 'src/lang/boolean/';
const arraySystems = 'src/lang/arrays/';
const dve = 'src/lang/dve/';
const memory = 'src/memory/';
const step = 'src/step/';
const smt = 'src/smt/';
const symbolic = 'src/symbolic/';
const search = 'src/search/';
const optionKit = 'src/options/kit/';
/** What nearly everything speaks of: programs, automata and their runs. */
const base = [programs, runs, expressions, diagnostics, support];

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
  row(expressions, [support]),
  row(runs, [expressions, support]),
  row(programs, [runs, expressions, diagnostics, support]),
  row(booleans, base),
  row(arraySystems, [expressions, diagnostics, support]),
  row(dve, ['src/lang/expr/interval.ts', 'src/lang/expr/constant.ts', diagnostics, support]),
  row(memory, base),
  row(step, base),
  row(smt, base, ['z3-solver']),
  // What checkers make formulas of: no engine, and nothing that optimises.
  row(symbolic, [...base, memory, step]),
  row(search, base),
  row('src/arrays/', [arraySystems, ...base, memory, search]),
  row('src/straight/', [...base, memory]),
  row('src/pass/', [...base, memory]),
  row('src/frontends/index.ts', ['src/frontends/', booleans, ...base]),
  // Cells of local arrays are found by tests that go before a statement, as loads do that are split off.
  row(
    'src/frontends/fp/',
    [
      ...['frontend.ts', 'kit/'].map((name) => `src/frontends/${name}`),
      ...['hoist.ts', 'local-supply.ts'].map((name) => `src/pass/${name}`),
      ...base,
    ],
    ['nearley', 'moo'],
  ),
  parts(
    'src/frontends/',
    ['frontend.ts', 'kit/', 'language.ts', 'looks-like.ts'],
    [booleans, arraySystems, dve, ...base],
    ['nearley', 'moo'],
  ),
  row('src/abstraction/', ['src/engines/shared/', booleans, ...base, search, step, smt]),
  // What a row of an option is made of; those of one engine stand with the engines.
  row(optionKit, ['src/lang/program/subject-kind.ts', diagnostics, memory, support]),
  row('src/engines/index.ts', ['src/engines/']),
  // By way of Boolean programs, which the three-valued engine decides.
  row('src/engines/abstract/', [
    ...['src/engines/', 'src/abstraction/', 'src/frontends/bl/', booleans, 'src/pass/', optionKit],
    ...[...base, memory, search, step, smt],
  ]),
  // Invariants are shown by the steps of the machine as formulas.
  row('src/engines/quantified/', [
    ...['counters.ts', 'engine-row.ts', 'question.ts', 'refusals.ts', 'shared/'].map(
      (name) => `src/engines/${name}`,
    ),
    ...[...base, 'src/pass/', memory, search, smt, symbolic],
  ]),
  row('src/engines/options/', ['src/abstraction/discover/', smt, optionKit]),
  parts(
    'src/engines/',
    [
      'engine-request.ts',
      'engine-row.ts',
      'question.ts',
      'counters.ts',
      'refusals.ts',
      'options/',
      'shared/',
    ],
    [
      ...['src/arrays/', booleans, arraySystems, 'src/pass/'],
      ...['src/abstraction/predicate.ts', optionKit],
      ...[...base, memory, search, step, smt],
    ],
  ),
  row('src/exporters/index.ts', ['src/exporters/', ...base]),
  parts('src/exporters/', ['exporter.ts', 'shared/'], [dve, arraySystems, ...base, memory, step, symbolic]),
  // The rows of options: what values there are stands in registries and beside what takes them.
  row('src/options/', [
    'src/exporters/index.ts',
    'src/exporters/exporter.ts',
    'src/run-formats/index.ts',
    'src/engines/',
    'src/lang/program/subject-kind.ts',
    diagnostics,
    memory,
    smt,
    support,
  ]),
  row('src/ask/report.ts', [
    'src/engines/question.ts',
    'src/engines/index.ts',
    'src/engines/engine-row.ts',
    arraySystems,
    ...base,
  ]),
  row('src/ask/', [
    ...[
      'src/options/',
      'src/pass/',
      'src/lang/dve/buffers/spec.ts',
      'src/frontends/',
      'src/abstraction/',
      'src/engines/',
      'src/evidence/',
      'src/straight/',
      booleans,
      arraySystems,
      'src/arrays/',
    ],
    ...[...base, memory, search, smt],
  ]),
  row('src/transform/', [
    ...['src/ask/load.ts', 'src/ask/verify-options.ts', 'src/ask/chosen-writes.ts'],
    ...[
      'src/lang/dve/buffers/spec.ts',
      'src/frontends/frontend.ts',
      'src/pass/',
      'src/exporters/exporter.ts',
    ],
    ...[...base, memory],
  ]),
  row('src/synthesis/synthesis-report.ts', [
    'src/frontends/frontend.ts',
    ...['src/ask/report.ts', 'src/options/fence-wishes.ts', 'src/pass/fence-points.ts'],
    ...['src/lang/run/', programs],
  ]),
  row('src/synthesis/', [
    'src/frontends/frontend.ts',
    ...['src/ask/', 'src/evidence/', 'src/pass/', 'src/engines/question.ts', 'src/engines/shared/temporal/'],
    ...['src/options/fence-wishes.ts', 'src/robustness/', ...base, memory, search, smt],
  ]),
  row('src/robustness/', [
    ...['src/ask/', 'src/evidence/', 'src/pass/', 'src/engines/question.ts', 'src/engines/refusals.ts'],
    ...['src/engines/engine-request.ts', 'src/engines/shared/'],
    ...[...base, memory, search],
  ]),
  row('src/run-formats/index.ts', ['src/run-formats/']),
  parts('src/run-formats/', ['run-format.ts', 'step-places.ts'], ['src/evidence/', ...base, memory]),
  row('src/evidence/', [...base, memory, smt, symbolic, arraySystems, 'src/arrays/']),
  // Others are to check these: they come from nothing that finds answers.
  row('src/obligations/', ['src/evidence/document/', 'src/evidence/predicates/', symbolic, ...base, memory]),
  // What a browser runs: of what is not page it knows nothing but data.
  row('src/pages/run-view/', []),
  row('src/pages/report/', ['src/pages/run-view/']),
  row('src/pages/comparison/', [
    ...['src/pages/run-view/elements.ts', 'src/pages/run-view/themes.ts', 'src/plots/'],
  ]),
  // Drawings as data, for pages and for files: where they stand is nothing to them.
  row('src/plots/', []),
  // It draws the same plots as the page does when somebody chooses others.
  row('src/report/page/comparison-page.ts', ['src/report/', 'src/pages/comparison/', 'src/plots/']),
  // What stands for Node in a browser has the form of what it stands for.
  row(
    'src/pages/playground/in-browser/',
    ['src/ask/read-source.ts', 'src/library/own-package.ts', diagnostics, support],
    ['z3-solver'],
  ),
  row(
    'src/pages/playground/',
    ['src/', 'passes/'],
    [
      ...['autocomplete', 'commands', 'language', 'lint', 'state', 'view'].map(
        (name) => `@codemirror/${name}`,
      ),
      '@lezer/highlight',
    ],
  ),
  row('src/serve/', [diagnostics, support]),
  row(
    'src/report/page/',
    [
      ...['src/report/', 'src/pages/run-view/run-model.ts', 'src/ask/report.ts'],
      ...['src/ask/litmus-witnesses.ts', 'src/evidence/', memory, ...base],
    ],
    ['@dagrejs/dagre'],
  ),
  // A report is a print of what verify found, so it knows the type of that.
  row('src/report/', ['src/ask/report.ts', 'src/synthesis/synthesis-report.ts', ...base], ['diff']),
  // A comparison is made of what verify prints, not of what it is.
  // Nothing of what finds answers: it checks them.
  row('src/replay/', [
    ...['src/ask/load.ts', 'src/ask/select.ts', 'src/evidence/', 'src/frontends/frontend.ts', 'src/pass/'],
    ...['src/obligations/', 'src/arrays/', arraySystems, booleans, ...base, memory],
  ]),
  row(
    'src/compare/queue/',
    ['src/compare/', 'src/options/queue-address.ts', 'src/report/', 'src/ask/report.ts', ...base],
    ['bullmq', 'ioredis'],
  ),
  row('src/compare/', [...['src/options/shard-number.ts', 'src/report/', 'src/ask/report.ts'], ...base]),
  // Members are told the options of verify, as far as their engines take them.
  row('src/portfolio/', ['src/compare/', 'src/options/', support]),
  row('src/library/', ['src/', 'passes/']),
  // What editors start: it asks as whoever calls the library does, in processes of its own.
  row(
    'src/editing/',
    ['src/', 'passes/'],
    [...['vscode-languageserver', 'vscode-languageserver-textdocument', '@vscode/debugprotocol']],
  ),
  row('src/cli/', ['src/', 'passes/'], ['yargs']),
  row('src/index.ts', [
    'src/library/',
    'src/report/',
    'src/ask/report.ts',
    'src/synthesis/synthesis-report.ts',
  ]),
  row('passes/index.ts', ['passes/', 'src/pass/']),
  row('passes/plain-automata.ts', [
    ...['passes/atomic-writes.ts', 'passes/build-automata.ts', 'passes/expand-instances.ts'],
    ...['passes/lower-rmw.ts', 'passes/split-accesses.ts', 'src/pass/'],
  ]),
  row('passes/plain-attacks.ts', [...['passes/plain-automata.ts', 'passes/delay-attacks.ts', 'src/pass/']]),
  row('passes/pipelines.ts', ['passes/', 'src/pass/', memory]),
  parts('passes/', [], ['src/pass/', ...base, memory]),
  // Tests and tools may look at everything; a tool knows no other but for what runs programs and reads corpora.
  row(
    'test/support/',
    ['src/', 'passes/'],
    [
      ...['@jest/globals', 'playwright-core'],
      ...['vscode-languageserver-protocol', 'vscode-languageserver-textdocument'],
    ],
  ),
  parts(
    'tools/',
    ['bench/', 'check-layers/', 'corpus/', 'minimise/', 'spin/'],
    ['src/', 'passes/', 'test/support/'],
    ['markdown-it', 'playwright-core', 'prettier'],
  ),
];

const checks = ['tools/', 'test/support/'];
const registryReaders = ['src/cli/', 'src/library/', 'src/editing/', 'src/pages/playground/', ...checks];
const namesReaders = [...registryReaders, 'src/options/'];

/** The folders that the rule speaks of. */
export const ruledFolders: readonly string[] = ['src', 'passes', 'tools', 'test/support'];

export const guards: readonly ImportGuard[] = [
  { path: 'src/index.ts', by: [] },
  {
    path: 'src/library/',
    by: ['src/library/', 'src/cli/', 'src/editing/', 'src/pages/playground/', 'src/index.ts', ...checks],
  },
  { path: 'src/cli/', by: ['src/cli/', ...checks] },
  { path: 'src/editing/', by: ['src/editing/', 'src/cli/', ...checks] },
  { path: 'passes/index.ts', by: registryReaders },
  { path: 'passes/pipelines.ts', by: registryReaders },
  { path: 'src/frontends/index.ts', by: registryReaders },
  { path: 'src/engines/index.ts', by: [...registryReaders, 'src/ask/', 'src/options/'] },
  { path: 'src/exporters/index.ts', by: namesReaders },
  { path: 'src/memory/index.ts', by: namesReaders },
];
