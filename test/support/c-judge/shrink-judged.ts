import type { JudgedCode, JudgedStmt } from './judged-ast.js';

/** The smallest program that can be made by leaving out statements and still is what it is asked to be. */
export async function shrunkJudged(
  program: JudgedCode,
  isWanted: (program: JudgedCode) => Promise<boolean>,
): Promise<JudgedCode> {
  let best = program;
  for (let size = Infinity; size > sizeOf(best);) {
    size = sizeOf(best);
    for (let place = 0; ; place++) {
      const smaller = smallerAt(best, place);
      if (smaller === 'end') break;
      for (const candidate of smaller) {
        if (!(await isWanted(candidate))) continue;
        best = candidate;
        place--;
        break;
      }
    }
  }
  return best;
}

const sizeOf = ({ main, functions }: JudgedCode): number =>
  countOf(main) + functions.reduce((sum, { body }) => sum + countOf(body), 0);

const countOf = (stmts: readonly JudgedStmt[]): number =>
  stmts.reduce((sum, stmt) => sum + 1 + bodiesOf(stmt).reduce((inner, body) => inner + countOf(body), 0), 0);

function bodiesOf(stmt: JudgedStmt): readonly (readonly JudgedStmt[])[] {
  switch (stmt.kind) {
    case 'if':
      return [stmt.then, stmt.other];
    case 'while':
    case 'do':
    case 'for':
    case 'block':
    case 'atomic':
      return [stmt.body];
    case 'switch':
      return stmt.cases.map(({ body }) => body);
    default:
      return [];
  }
}

/** The programs in which the statement of that number is left out, or what is inside of it stands in its place. */
function smallerAt(program: JudgedCode, place: number): readonly JudgedCode[] | 'end' {
  if (place >= sizeOf(program)) return 'end';
  const bodies = [program.main, ...program.functions.map(({ body }) => body)];
  const found = new StmtCounter(place).find(bodies);
  // A function without a value has none.
  if (found?.kind === 'return') return [];
  const made = [without(program, place, () => [])];
  for (const body of found === null ? [] : bodiesOf(found)) made.push(without(program, place, () => body));
  return made;
}

class StmtCounter {
  constructor(private left: number) {}

  find(bodies: readonly (readonly JudgedStmt[])[]): JudgedStmt | null {
    for (const body of bodies)
      for (const stmt of body) {
        if (this.left-- === 0) return stmt;
        const inner = this.find(bodiesOf(stmt));
        if (inner !== null) return inner;
      }
    return null;
  }

  replace(
    body: readonly JudgedStmt[],
    by: (stmt: JudgedStmt) => readonly JudgedStmt[],
  ): readonly JudgedStmt[] {
    return body.flatMap((stmt) => (this.left-- === 0 ? by(stmt) : [this.#inside(stmt, by)]));
  }

  #inside(stmt: JudgedStmt, by: (stmt: JudgedStmt) => readonly JudgedStmt[]): JudgedStmt {
    switch (stmt.kind) {
      case 'if': {
        const then = this.replace(stmt.then, by);
        return { ...stmt, then, other: this.replace(stmt.other, by) };
      }
      case 'while':
      case 'do':
      case 'for':
      case 'block':
      case 'atomic':
        return { ...stmt, body: this.replace(stmt.body, by) };
      case 'switch':
        return {
          ...stmt,
          cases: stmt.cases.map(({ value, body }) => ({ value, body: this.replace(body, by) })),
        };
      default:
        return stmt;
    }
  }
}

function without(
  program: JudgedCode,
  place: number,
  by: (stmt: JudgedStmt) => readonly JudgedStmt[],
): JudgedCode {
  const counter = new StmtCounter(place);
  const main = counter.replace(program.main, by);
  return {
    ...program,
    main,
    functions: program.functions.map((each) => ({ ...each, body: counter.replace(each.body, by) })),
  };
}
