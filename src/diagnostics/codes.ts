export type Severity = 'error' | 'warning';

interface CodeEntry {
  readonly severity: Severity;
  /** What the code is about, for the list in docs/diagnostics.md (generated from here). */
  readonly title: string;
  /** What the user can do. */
  readonly help: string;
}

const error = (title: string, help: string): CodeEntry => ({ severity: 'error', title, help });
const warning = (title: string, help: string): CodeEntry => ({ severity: 'warning', title, help });

/**
 * The one list of diagnostic codes. E0 files and usage, E1 text and syntax, E2 names, E3 types and constants,
 * E4 statements and control, E5 what an engine or command does not support, W6 warnings about the program,
 * W7 warnings about a result, E9 bugs of ours.
 */
export const codes = {
  E001: error('file cannot be read', 'Check the path and the permissions.'),
  E002: error('not a text file', 'Give a text file in one of the input languages.'),
  E003: error('empty file', 'A program needs at least one thread.'),
  E004: error('input too large', 'Programs are limited in size; see the message for the limit.'),
  E005: error('unknown language', 'Give the language with --lang, or use one of the known file extensions.'),
  E006: error('bad usage', 'See --help.'),
  E007: error(
    'text in another language',
    'Give the file the extension of its language, or say the language with --lang.',
  ),

  E101: error('unexpected character', 'Remove it; see docs/language.md for the language.'),
  E102: error('unterminated comment', 'Close it with */ (or *) in litmus tests and .cub).'),
  E103: error('syntax error', 'See docs/language.md for the language.'),

  E201: error('unknown name', 'Declare it, or correct the spelling.'),
  E202: error('name declared twice', 'Rename one of them.'),
  E203: error('unknown label', 'Put the label before a statement of that thread.'),
  E204: error('unknown thread', 'Name a thread or process of the program.'),
  E205: error('wrong use of a name', 'See the message.'),

  E301: error('type error', 'Make both sides of the same type.'),
  E302: error('division by a constant zero', 'Divide by something else.'),
  E303: error('value out of range', 'Use a value of the declared range.'),
  E304: error('index out of bounds', 'Array cells are numbered from 0.'),
  E305: error('not a constant', 'Sizes and ranges need constants.'),
  E306: error('circular initialisation', 'Break the cycle between initial values.'),
  E307: error(
    'integer too large',
    'Integers have no limit in the language, but none of more than 4096 bits is computed with.',
  ),

  E401: error('several shared accesses in an assume', 'Put the assume into an atomic { } block.'),
  E402: error('misplaced statement', 'See the message.'),
  E403: error('jump into an atomic block', 'Jump to the block itself.'),
  E404: error('program without threads', 'Write at least one thread { } or process { }.'),
  E405: error('misplaced property', 'See the message.'),
  E406: error('two updates of one symbol in a transition', 'Use one update with case.'),
  E407: error('update of a constant', 'Declare it as a variable if it changes.'),
  E408: error('system without initial states', 'Write init (i) { ... }.'),
  E411: error(
    'transition without an actor',
    'Put the process that acts into brackets: transition t ([i] j).',
  ),
  E412: error(
    'plain variable in a weak system',
    'Declare it weak, or make it an array with a cell for each process.',
  ),
  E413: error(
    'plain cell of another process in a weak system',
    'Declare the array weak, or use the cell of the actor.',
  ),
  E414: error('weak cell without a view', 'Say who sees it: i @ X.'),
  E415: error('misplaced view', 'Views belong to unsafe and invariants.'),

  E501: error('not supported', 'See the message for what is.'),
  E502: error(
    'unbounded initial value',
    'Initialise the variable, give it a range, take --engine abstract, which finds predicates, or give --havoc-range A..B.',
  ),

  W601: warning('unreachable label', 'A property that mentions only unreachable labels proves nothing.'),
  W602: warning('deadlock', 'Threads wait for each other; --deadlock makes this a violation.'),
  W603: warning('trivial property', 'The property cannot fail as written.'),
  W605: warning('ignored text', 'See the message.'),
  W606: warning('division by a constant zero in a statement', 'Divide by something else.'),
  W607: warning('constant out of range in a statement', 'Store a value of the declared range.'),
  W608: warning('constant index out of bounds in a statement', 'Use a cell that the array has.'),
  W609: warning(
    'property left out of an export',
    'Check it with fencepost, or in a tool that knows fairness.',
  ),
  W610: warning('jump to a label that does not exist', 'Correct the number, or put the label there.'),
  W611: warning('label given twice', 'Jumps lead to the first of them; renumber the other.'),
  W612: warning('unbalanced atomic section', 'Each begin_atomic needs its end_atomic, each lock its unlock.'),
  W613: warning('invariant that was not used', 'Correct the invariant, or leave it out.'),
  W614: warning('no initial states', 'Look for conditions in init that contradict each other.'),
  W615: warning('register that is never written', 'Correct the name, or write 0.'),
  W616: warning(
    'loop without a way out, where termination is asked',
    'Give the loop an end, if its thread is meant to have one.',
  ),

  E901: error('internal error', 'A bug of fencepost: please report it with the input and the command line.'),
} as const satisfies Record<string, CodeEntry>;

export type DiagnosticCode = keyof typeof codes;
