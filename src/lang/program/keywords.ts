/** The words of the program text that cannot be names. */
export const keywords = [
  ...['shared', 'const', 'int', 'bool', 'thread', 'process', 'local', 'invariant', 'final', 'ltl'],
  ...['predicates', 'forall', 'in', 'at', 'true', 'false', 'if', 'else', 'while', 'goto', 'skip'],
  ...['fence', 'assume', 'assert', 'havoc', 'either', 'or', 'atomic', 'locked', 'cas', 'xchg', 'fetch_add'],
] as const;

/** In the formula of an ltl property these letters are operators. */
export const temporalLetters: ReadonlySet<string> = new Set(['G', 'F', 'X', 'U', 'R', 'W']);

/** Words that begin something in the program text, and are names elsewhere. */
export const beginners = [
  ...['enum', 'inline', 'include', 'for', 'do', 'break', 'continue', 'return', 'exists', 'struct'],
] as const;
