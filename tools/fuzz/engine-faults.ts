/** A fault in an engine that makes it call a program safe which is not. */
export interface EngineFault {
  readonly name: string;
  /** In the compiled program: what stands there once, and what takes its place. */
  readonly edits: readonly FaultEdit[];
  /** Of verify. */
  readonly asked: readonly string[];
}

interface FaultEdit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const sb = ['samples/litmus/sb.fp', '--model', 'tso'];
const peterson = ['samples/mutex/peterson.fp', '--model', 'tso'];

const packed = (file: string, from: string, to: string): FaultEdit => ({
  file: `src/engines/shared/packed/${file}`,
  from,
  to,
});

const engine = (file: string, from: string, to: string): FaultEdit => ({
  file: `src/engines/${file}`,
  from,
  to,
});

const lazy = (file: string, from: string, to: string): FaultEdit => ({
  file: `src/abstraction/lazy/${file}`,
  from,
  to,
});

/** Orders are left out from the first state on. */
const atOnce: FaultEdit = {
  file: 'src/engines/explicit/search-in-turns.js',
  from: 'fewStates = 4000',
  to: 'fewStates = 0',
};

export const engineFaults: readonly EngineFault[] = [
  {
    name: 'explicit: no write leaves its buffer where a thread may step',
    edits: [
      packed('code/flushes.js', 'return `function ${name}() {\n${choose}', 'return `function ${name}() {\n'),
    ],
    asked: ['samples/boolean/sb.bl', '--model', 'tso'],
  },
  {
    name: 'explicit: stores go past the buffer',
    edits: [packed('code/stores.js', 'if (locked || number === null)', 'if (locked || number !== -1)')],
    asked: sb,
  },
  {
    name: 'explicit: the last of the edges that leave a place is not taken',
    edits: [
      packed(
        'code/thread-code.js',
        'at(leaving, id).map((e)',
        'at(leaving, id).filter((_, i, all) => all.length === 1 || i < all.length - 1).map((e)',
      ),
    ],
    asked: peterson,
  },
  {
    name: 'explicit: under PSO only the oldest write of all leaves',
    edits: [
      packed(
        'code/flushes.js',
        'anywhere && slots.length > 1\n        ? chooseCode',
        'anywhere && slots.length > 100\n        ? chooseCode',
      ),
    ],
    asked: ['samples/litmus/mp.fp', '--model', 'pso'],
  },
  {
    name: 'explicit: locals that are read later are forgotten',
    edits: [packed('code/edges.js', '|| after.has(variable))', ')')],
    asked: ['samples/barriers/sense-barrier.fp', '--model', 'pso'],
  },
  {
    name: 'partial orders: reads depend on no later writes',
    edits: [
      atOnce,
      packed(
        'por/step-chooser.js',
        'if (this.#meets(rows, reads, others, there + 2 + sets.laterWrites * words) ||',
        'if (',
      ),
    ],
    asked: ['samples/c/chase-lev-unfenced.c', '--model', 'tso'],
  },
  {
    name: 'partial orders: writes depend on nothing that others do later',
    edits: [
      atOnce,
      packed(
        'por/step-chooser.js',
        'this.#meets(rows, writes, others, there + 2 + sets.later * words) ||',
        '',
      ),
    ],
    asked: ['samples/c/published-list-hasty.c', '--model', 'sc'],
  },
  {
    name: 'partial orders: a step never depends on the own buffer',
    edits: [atOnce, packed('por/step-chooser.js', '&& this.#dependsOnOwnBuffer(thread, head)', '&& false')],
    asked: ['samples/c/mcs-lock-relaxed.c', '--model', 'pso'],
  },
  {
    name: 'partial orders: a flush depends on nothing',
    edits: [
      atOnce,
      packed(
        'por/step-chooser.js',
        'if (this.#meets(this.oldest, oldest, others, there + 2 + sets.later * words))',
        'if (false)',
      ),
    ],
    asked: ['samples/boolean/equal-unknowns.bl', '--model', 'pso'],
  },
  {
    name: 'lazy: what is open after a step is taken to be true',
    edits: [
      lazy(
        'posts.js',
        'this.#settle(entry, predicate, null);\n        }\n        else\n            return false',
        'this.#settle(entry, predicate, true);\n        }\n        else\n            return false',
      ),
    ],
    asked: ['samples/abstraction/generation.fp', '--model', 'tso'],
  },
  {
    name: 'mcmt: every second cube is taken to be covered',
    edits: [
      engine(
        'mcmt/search.js',
        'if (from !== null && this.#kept.subsumption',
        'if (this.#generated % 2 === 0) return; if (from !== null && this.#kept.subsumption',
      ),
    ],
    asked: ['samples/arrays/mutex.cub', '--model', 'tso'],
  },
  {
    name: 'mcmt: cubes of initial states are not noticed',
    edits: [engine('mcmt/search.js', 'if (this.#initial.meets(taken))', 'if (false)')],
    asked: ['samples/arrays/mutex.cub', '--model', 'tso'],
  },
  {
    name: 'dual: nobody else has got a message just before a write',
    edits: [
      engine(
        'dual/search/undo.js',
        'emit({ known, locals });\n            if (writes.length === 0)',
        'emit({ known, locals });\n            if (writes.length >= 0)',
      ),
    ],
    asked: ['samples/dual/rwc-any.fp', '--model', 'tso', '--procs', 'any'],
  },
  {
    name: 'ltl: every fourth step closes no cycle',
    edits: [engine('ltl/emptiness.js', 'if (t >= expanded)', 'if (t >= expanded || e % 4 === 0)')],
    asked: ['samples/ltl/two-waiting-writes.fp', '--model', 'pso'],
  },
  {
    name: 'ltl: a run that is in its last state does not stay there',
    edits: [packed('code/graph-code.js', 'if (moves === before) G_edge(next, -1);', 'if (false) ;')],
    asked: ['samples/ltl/publish.fp', '--model', 'pso', '--property', 'read'],
  },
  {
    name: 'ltl: a buffer with nothing in it counts as forgotten',
    edits: [
      packed(
        'code/graph-code.js',
        'if (cell === null)\n            return `if (${isFree(oldest, current)}) m |= ${bit};`;',
        "if (cell === null)\n            return '';",
      ),
    ],
    asked: ['samples/ltl/peterson-starvation.fp', '--model', 'tso', '--property', 'no_starvation'],
  },
  {
    name: 'ltl: what is to come must come at once',
    edits: [
      engine(
        'ltl/automaton/translate.js',
        'return [...now(formula.arg), { ...later, postponed: this.#bitOf(formula) }];',
        'return now(formula.arg);',
      ),
    ],
    asked: ['samples/ltl/peterson-starvation.fp', '--model', 'sc', '--property', 'in_turn'],
  },
  {
    name: 'robustness: no state has empty buffers',
    edits: [
      {
        file: 'src/robustness/state-comparison.js',
        from: 'return hasEmptyBuffers(plan.layout, words) &&',
        to: 'return false &&',
      },
    ],
    asked: ['samples/litmus/mp.fp', '--model', 'pso', '--robust', 'state'],
  },
  {
    name: 'explicit: states in one place of the table are taken for one',
    edits: [
      engine('shared/store-code.js', 'if (((e ^ h) & ~mask) === 0) {', 'if (true) {'),
      engine('shared/store-code.js', 'if (${same}) return id;', 'return id;'),
    ],
    asked: ['samples/data-structures/chase-lev.fp', '--model', 'tso'],
  },
  {
    name: 'explicit: what is asked of the end is not looked at',
    edits: [packed('code/property-code.js', "atEnd.length === 0 ? ''", "atEnd.length >= 0 ? ''")],
    asked: ['samples/litmus/sb.fp', '--model', 'tso'],
  },
  {
    name: 'three-valued: some states are left out',
    edits: [
      engine(
        'three-valued/search.js',
        'if (this.#joins?.isSuperseded(id, this.#here) === true)',
        'if (id % 2 === 1)',
      ),
    ],
    asked: ['samples/abstraction/ring.fp', '--model', 'pso', '--method', 'pe'],
  },
  {
    name: 'dual: what is new after some configurations is taken to be covered',
    edits: [
      engine(
        'dual/search/minor-set.js',
        'if (this.#covered(this.#root, 0, 0, -1))',
        'if (this.#first.length > 2)',
      ),
    ],
    asked: ['samples/dual/rwc-any.fp', '--model', 'tso', '--procs', 'any'],
  },
  {
    name: 'explicit: where nobody can move all is well',
    edits: [engine('explicit/search.js', 'if (open.length > 0)', 'if (open.length > 9)')],
    asked: ['samples/mutex/two-locks-deadlock.fp', '--model', 'sc', '--deadlock', '--property', 'deadlock'],
  },
  {
    name: 'robustness: no attack has a place to begin',
    edits: [
      { file: 'src/robustness/decide-traces.js', from: 'if (!hasAttacks(', to: 'if (true || !hasAttacks(' },
    ],
    asked: ['samples/litmus/sb.fp', '--model', 'tso', '--robust', 'trace'],
  },
];
