import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../diagnostics/span.js';
import type { Source } from '../../diagnostics/span.js';
import { conjunction } from '../../lang/arrays/array-formula.js';
import type { ArraySystem, Clause } from '../../lang/arrays/array-system.js';
import { reportTwins } from '../kit/names.js';
import type { CubDeclaration } from './ast.js';
import { formulaOf } from './formulas.js';
import { declareNames } from './names.js';
import { bindWords, binderOf } from './scope.js';
import type { FormulaScope } from './scope.js';
import { alternativesOf } from './split.js';
import { namesOf, partFormula, transitionsOf } from './transitions.js';

/** Where the declarations come from. */
interface CubFile {
  readonly source: Source;
  readonly bag: DiagnosticBag;
  /** There is an `init`, but it could not be read. */
  readonly initLost: boolean;
}

/** The system; the bag says what is wrong with it. */
export function lowerSystem(declarations: readonly CubDeclaration[], file: CubFile): ArraySystem {
  const { source, bag } = file;
  const maxProcs = maxProcsOf(declarations, bag);
  const names = declareNames(declarations, maxProcs, bag);
  const scope: FormulaScope = { names, bag, bindings: new Map() };
  const clauses = (role: ClauseDecl['role']): readonly ClauseDecl[] =>
    declarations.filter((decl): decl is ClauseDecl => decl.kind === 'clause' && decl.role === role);
  return {
    maxProcs,
    symbols: [...names.symbols.values()],
    init: initOf(clauses('init'), file, scope),
    unsafe: clauses('unsafe').map((decl, i) => ({ ...clauseOf(decl, scope), name: `unsafe[${i + 1}]` })),
    invariants: clauses('invariant').map((decl) => clauseOf(decl, scope)),
    transitions: declarations.flatMap((decl) =>
      decl.kind === 'transition' ? transitionsOf(decl, scope) : [],
    ),
    span: sourceSpan(source, 0, source.text.length),
  };
}

type ClauseDecl = Extract<CubDeclaration, { kind: 'clause' }>;

function maxProcsOf(declarations: readonly CubDeclaration[], bag: DiagnosticBag): number | null {
  const [first, second] = declarations.flatMap((decl) => (decl.kind === 'number_procs' ? [decl] : []));
  if (first === undefined) return null;
  if (second !== undefined)
    bag.report('E202', second.span, 'number_procs is given twice', 'Leave out one of them.');
  if (first.number >= 1n && first.number <= 1000n) return Number(first.number);
  bag.report(
    'E303',
    first.span,
    'number_procs is from 1 to 1000',
    'Leave it out for any number of processes.',
  );
  return null;
}

function initOf(decls: readonly ClauseDecl[], { source, initLost }: CubFile, scope: FormulaScope): Clause {
  const [decl, ...more] = decls;
  if (decl === undefined) {
    const span = sourceSpan(source, 0, 0);
    if (!initLost)
      scope.bag.report('E408', span, 'the system has no init', 'Say where it starts: init (i) { A[i] = B }.');
    return { params: [], formula: conjunction([]), span };
  }
  for (const { span } of more) scope.bag.report('E202', span, 'there are two inits', 'Join them by &&.');
  const { params, body, span } = decl;
  reportTwins(params, scope.bag);
  const places = params.map(binderOf);
  const placed = { ...scope, bindings: bindWords(scope.bindings, params, places), places };
  return { params: namesOf(places), formula: formulaOf(body, placed), span };
}

/** Some different processes, those of `exists_other` among them. */
function clauseOf({ params, body, span, role }: ClauseDecl, scope: FormulaScope): Clause {
  reportTwins(params, scope.bag);
  const binders = params.map(binderOf);
  const inside = { ...scope, bindings: bindWords(scope.bindings, params, binders) };
  const [only, ...more] = alternativesOf(body, inside, binders);
  if (only === undefined || more.length > 0 || only.universals.length > 0) {
    const hint = `Name the processes, as in ${role} (i j) { ... }, and write several clauses.`;
    scope.bag.report('E501', span, 'these quantifiers are not supported here', hint);
    return { params: namesOf(binders), formula: conjunction([]), span };
  }
  for (const fence of only.fences) {
    scope.bag.report(
      'E402',
      fence,
      'fence() is no condition on states',
      'It belongs to the guard of a transition.',
    );
  }
  const places = [...binders, ...only.witnesses];
  const formula = conjunction(only.parts.map((part) => partFormula(part, { ...inside, places })));
  return { params: namesOf(places), formula, span };
}
