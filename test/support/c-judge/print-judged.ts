import { at } from '../../../src/support/invariant.js';
import type {
  ChangeOp,
  JudgedExpr,
  JudgedFunction,
  JudgedOrder,
  JudgedCode,
  JudgedStmt,
  JudgedVariable,
} from './judged-ast.js';
import type { JudgedInteger, JudgedType } from './judged-types.js';
import { cellCount, limitsOf } from './judged-types.js';

export interface PrintedC {
  readonly text: string;
  /** The line of each assert. */
  readonly asserts: ReadonlyMap<number, number>;
}

const headers = ['stdatomic', 'pthread', 'semaphore', 'threads', 'assert', 'stdbool', 'stddef', 'string'];

interface LockStyle {
  readonly declared: (name: string) => string;
  readonly lock: string;
  readonly unlock: string;
  readonly trylock: (name: string) => string;
}

const pthreadMutex: LockStyle = {
  declared: (name) => `pthread_mutex_t ${name} = PTHREAD_MUTEX_INITIALIZER`,
  ...{ lock: 'pthread_mutex_lock', unlock: 'pthread_mutex_unlock' },
  trylock: (name) => `pthread_mutex_trylock(&${name})`,
};

/** What keeps others out in the same way, by the first letter of its name. Those of the last two are never only tried. */
const lockStyles: Readonly<Record<string, LockStyle>> = {
  m: pthreadMutex,
  c: {
    declared: (name) => `mtx_t ${name}`,
    ...{ lock: 'mtx_lock', unlock: 'mtx_unlock' },
    trylock: (name) => `(mtx_trylock(&${name}) == thrd_busy ? 16 : 0)`,
  },
  w: {
    ...pthreadMutex,
    declared: (name) => `pthread_rwlock_t ${name} = PTHREAD_RWLOCK_INITIALIZER`,
    ...{ lock: 'pthread_rwlock_wrlock', unlock: 'pthread_rwlock_unlock' },
  },
  s: { ...pthreadMutex, declared: (name) => `sem_t ${name}`, lock: 'sem_wait', unlock: 'sem_post' },
};

const lockStyleOf = (name: string): LockStyle => lockStyles[name.charAt(0)] ?? pthreadMutex;

function printCopy({ to, from, by }: JudgedStmt & { readonly kind: 'copy' }): string {
  const [target, source] = [printJudgedExpr(to), printJudgedExpr(from)];
  return by === 'assignment' ? `${target} = ${source};` : `${by}(&${target}, &${source}, sizeof(${target}));`;
}

/** The program as C; its first thread is the function of the name. */
export function printJudged(program: JudgedCode, main = 'main', includes = true): PrintedC {
  const out = new CWriter();
  if (includes) {
    for (const header of headers) out.line(`#include <${header}.h>`);
    out.line(
      'void __VERIFIER_assume(int); void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);',
    );
  }
  for (const { name, members } of program.structs)
    out.line(
      `struct ${name} { ${members.map((member) => `${printDeclarator(member.type, member.name)};`).join(' ')} };`,
    );
  for (const variable of program.globals) out.line(`${printVariable(variable)};`);
  for (const name of program.mutexes) out.line(`${lockStyleOf(name).declared(name)};`);
  for (const stmt of program.main) if (stmt.kind === 'create') out.line(`static pthread_t ${stmt.handle};`);
  for (const each of program.functions) printFunction(each, out);
  out.line(main === 'main' ? 'int main(void) {' : `void ${main}(void) {`);
  for (const name of program.mutexes) if (name.startsWith('s')) out.line(`  sem_init(&${name}, 0, 1);`);
  out.body(program.main);
  out.line(main === 'main' ? '  return 0;' : '  return;');
  out.line('}');
  return { text: out.text(), asserts: out.asserts };
}

function printFunction({ name, returns, isThread, params, body }: JudgedFunction, out: CWriter): void {
  if (isThread) {
    out.line(`void *${name}(void *arg) {`);
    for (const param of params) out.line(`  ${printDeclarator(param.type, param.name)} = (int)(long)arg;`);
  } else {
    const listed = params.map((param) => printDeclarator(param.type, param.name)).join(', ');
    out.line(`static ${returns?.name ?? 'void'} ${name}(${listed === '' ? 'void' : listed}) {`);
  }
  out.body(body);
  if (isThread) out.line('  return NULL;');
  out.line('}');
}

/** `int *(x)[3]` and the like; only what is generated. */
export function printDeclarator(type: JudgedType, name: string): string {
  switch (type.kind) {
    case 'integer':
      return `${printInteger(type)} ${name}`;
    case 'pointer':
      return type.to.kind === 'array'
        ? printDeclarator(type.to, `(*${name})`)
        : printDeclarator(type.to, `*${name}`);
    case 'array':
      return printDeclarator(type.of, `${name}[${type.length}]`);
    case 'struct':
      return `struct ${type.name} ${name}`;
  }
}

const printInteger = ({ name, atomic }: JudgedInteger): string => (atomic ? `_Atomic(${name})` : name);

function printVariable(variable: JudgedVariable): string {
  const { name, type, init, where } = variable;
  const prefix = { global: '', static: 'static ', tls: '_Thread_local ', local: '' }[where];
  const declared = `${prefix}${printDeclarator(type, name)}`;
  if (init.length === 0) return where === 'local' && cellCount(type) > 1 ? `${declared} = {0}` : declared;
  return `${declared} = ${printInit(type, init)}`;
}

function printInit(type: JudgedType, init: readonly bigint[]): string {
  if (type.kind === 'integer' || type.kind === 'pointer') return printNumber(at(init, 0), null);
  const parts: string[] = [];
  let from = 0;
  const add = (part: JudgedType, designator: string): void => {
    const own = init.slice(from, from + cellCount(part));
    from += cellCount(part);
    if (own.length > 0) parts.push(designator + printInit(part, own));
  };
  if (type.kind === 'array') for (let i = 0; i < type.length; i++) add(type.of, '');
  else for (const member of type.members) add(member.type, `.${member.name} = `);
  return `{ ${parts.join(', ')} }`;
}

/** A literal of the type; null: whatever it comes out as. */
function printNumber(value: bigint, type: JudgedInteger | null): string {
  if (value < -(2n ** 63n) + 1n) return '(-9223372036854775807LL - 1)';
  const wide = type === null ? value > 2147483647n || value < -2147483648n : type.bits === 64;
  const unsigned = type === null ? value >= 2n ** 63n : !type.signed && type.bits >= 32;
  const suffix = `${unsigned ? 'U' : ''}${wide ? 'LL' : ''}`;
  if (!wide && !unsigned && value === limitsOf({ ...intLike, signed: true })[0]) return '(-2147483647 - 1)';
  return value < 0n ? `(-${-value}${suffix})` : `${value}${suffix}`;
}

const intLike: JudgedInteger = { kind: 'integer', name: 'int', bits: 32, signed: true, atomic: false };

const orders: Readonly<Record<JudgedOrder, string>> = {
  ...{ relaxed: 'memory_order_relaxed', acquire: 'memory_order_acquire', release: 'memory_order_release' },
  ...{ acq_rel: 'memory_order_acq_rel', seq_cst: 'memory_order_seq_cst' },
};
const gccOrder = (order: JudgedOrder): string => `__ATOMIC_${order.toUpperCase()}`;
const changeWords: Readonly<Record<ChangeOp, string>> = {
  ...{ '+': 'add', '-': 'sub', '&': 'and', '|': 'or', '^': 'xor' },
};

class CWriter {
  readonly asserts = new Map<number, number>();
  readonly #lines: string[] = [];

  line(text: string): void {
    this.#lines.push(text);
  }

  text(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  body(stmts: readonly JudgedStmt[], indent = '  '): void {
    for (const stmt of stmts) this.#stmt(stmt, indent);
  }

  #stmt(stmt: JudgedStmt, indent: string): void {
    const line = (text: string): void => this.line(indent + text);
    switch (stmt.kind) {
      case 'if':
      case 'while':
      case 'do':
      case 'for':
      case 'switch':
      case 'block':
        return this.#compound(stmt, indent);
      case 'atomic':
        line('__VERIFIER_atomic_begin();');
        this.body(stmt.body, indent);
        return line('__VERIFIER_atomic_end();');
      case 'assert':
        this.asserts.set(stmt.id, this.#lines.length + 1);
        return line(`assert(${printJudgedExpr(stmt.cond)});`);
      default:
        return line(printSimple(stmt));
    }
  }

  #compound(
    stmt: JudgedStmt & { readonly kind: 'if' | 'while' | 'do' | 'for' | 'switch' | 'block' },
    indent: string,
  ): void {
    const line = (text: string): void => this.line(indent + text);
    const inner = `${indent}  `;
    switch (stmt.kind) {
      case 'if':
        line(`if (${printJudgedExpr(stmt.cond)}) {`);
        this.body(stmt.then, inner);
        if (stmt.other.length > 0) {
          line('} else {');
          this.body(stmt.other, inner);
        }
        return line('}');
      case 'while':
        line(`while (${printJudgedExpr(stmt.cond)}) {`);
        this.body(stmt.body, inner);
        return line('}');
      case 'do':
        line('do {');
        this.body(stmt.body, inner);
        return line(`} while (${printJudgedExpr(stmt.cond)});`);
      case 'for':
        line(
          `for (${printDeclarator(stmt.type, stmt.name)} = 0; ${stmt.name} < ${stmt.rounds}; ${stmt.name}++) {`,
        );
        this.body(stmt.body, inner);
        return line('}');
      case 'switch':
        line(`switch (${printJudgedExpr(stmt.value)}) {`);
        for (const { value, body } of stmt.cases) {
          line(value === null ? 'default:' : `case ${printNumber(value, null)}:`);
          this.body(body, inner);
          if (body.length === 0) this.line(`${inner};`);
        }
        return line('}');
      case 'block':
        line(stmt.style === 'macro' ? 'do {' : '{');
        this.body(stmt.body, inner);
        return line(stmt.style === 'macro' ? '} while (0);' : '}');
    }
  }
}

type SimpleStmt = Exclude<
  JudgedStmt,
  { readonly kind: 'if' | 'while' | 'do' | 'for' | 'switch' | 'block' | 'atomic' | 'assert' }
>;

function printSimple(stmt: SimpleStmt): string {
  switch (stmt.kind) {
    case 'expression':
      return `${printJudgedExpr(stmt.expr)};`;
    case 'store':
      return `${printStore(stmt)};`;
    case 'fence':
      if (stmt.style === 'asm') return 'asm volatile("mfence" ::: "memory");';
      if (stmt.style === 'sync') return '__sync_synchronize();';
      return stmt.style === 'gcc'
        ? `__atomic_thread_fence(${gccOrder(stmt.order)});`
        : `atomic_thread_fence(${orders[stmt.order]});`;
    case 'declare':
      if (stmt.init === null) return `${printVariable(stmt.variable)};`;
      return `${printDeclarator(stmt.variable.type, stmt.variable.name)} = ${printJudgedExpr(stmt.init)};`;
    case 'break':
    case 'continue':
      return `${stmt.kind};`;
    case 'goto':
      return `goto ${stmt.label};`;
    case 'label':
      return `${stmt.label}: ;`;
    case 'return':
      return stmt.value === null ? 'return;' : `return ${printJudgedExpr(stmt.value)};`;
    case 'copy':
      return printCopy(stmt);
    case 'clear': {
      const object = printJudgedExpr(stmt.object);
      return `memset(&${object}, 0, sizeof(${object}));`;
    }
    case 'assume':
      return `__VERIFIER_assume(${printJudgedExpr(stmt.cond)});`;
    case 'lock':
    case 'unlock':
      return `${lockStyleOf(stmt.mutex)[stmt.kind]}(&${stmt.mutex});`;
    case 'create':
      return `pthread_create(&${stmt.handle}, NULL, ${stmt.thread}, (void *)(long)${stmt.arg});`;
    case 'join':
      return `pthread_join(${stmt.handle}, NULL);`;
  }
}

function printStore(stmt: JudgedStmt & { readonly kind: 'store' }): string {
  const [pointer, value] = [printJudgedExpr(stmt.at), printJudgedExpr(stmt.value)];
  switch (stmt.style) {
    case 'c11':
      return `atomic_store(${pointer}, ${value})`;
    case 'c11-explicit':
      return `atomic_store_explicit(${pointer}, ${value}, ${orders[stmt.order]})`;
    case 'gcc':
      return `__atomic_store_n(${pointer}, ${value}, ${gccOrder(stmt.order)})`;
    case 'sync':
      return `__sync_lock_release(${pointer})`;
  }
}

/** With more parentheses than it needs. */
export function printJudgedExpr(expr: JudgedExpr): string {
  const print = printJudgedExpr;
  switch (expr.kind) {
    case 'constant':
      return printNumber(expr.value, expr.type);
    case 'variable':
      return expr.name;
    case 'index':
      return `${print(expr.of)}[${print(expr.index)}]`;
    case 'member':
      return `${print(expr.of)}.${expr.name}`;
    case 'arrow':
      return `${print(expr.of)}->${expr.name}`;
    case 'deref':
      return `(*${print(expr.of)})`;
    case 'address':
      return `(&${print(expr.of)})`;
    case 'unary':
      return `(${expr.op}${print(expr.of)})`;
    case 'arithmetic':
    case 'comparison':
    case 'logical':
      return `(${print(expr.left)} ${expr.op} ${print(expr.right)})`;
    case 'choice':
      return `(${print(expr.cond)} ? ${print(expr.then)} : ${print(expr.other)})`;
    case 'cast':
      return `((${printInteger(expr.type)})${print(expr.of)})`;
    case 'sizeof':
      return `sizeof(${printDeclarator(expr.type, '')})`;
    case 'comma':
      return `(${print(expr.left)}, ${print(expr.right)})`;
    case 'assign':
      return `(${print(expr.target)} ${expr.op ?? ''}= ${print(expr.value)})`;
    case 'step': {
      const op = expr.by === 1 ? '++' : '--';
      return expr.when === 'before' ? `(${op}${print(expr.target)})` : `(${print(expr.target)}${op})`;
    }
    case 'call':
      return `${expr.name}(${expr.args.map(print).join(', ')})`;
    case 'trylock':
      return lockStyleOf(expr.mutex).trylock(expr.mutex);
    default:
      return printAtomic(expr);
  }
}

function printAtomic(
  expr: JudgedExpr & { readonly kind: 'load' | 'exchange' | 'change' | 'compare' },
): string {
  const pointer = printJudgedExpr(expr.at);
  switch (expr.kind) {
    case 'load':
      if (expr.style === 'c11') return `atomic_load(${pointer})`;
      return expr.style === 'gcc'
        ? `__atomic_load_n(${pointer}, ${gccOrder(expr.order)})`
        : `atomic_load_explicit(${pointer}, ${orders[expr.order]})`;
    case 'exchange': {
      const value = printJudgedExpr(expr.value);
      if (expr.style === 'c11') return `atomic_exchange(${pointer}, ${value})`;
      if (expr.style === 'sync') return `__sync_lock_test_and_set(${pointer}, ${value})`;
      return expr.style === 'gcc'
        ? `__atomic_exchange_n(${pointer}, ${value}, ${gccOrder(expr.order)})`
        : `atomic_exchange_explicit(${pointer}, ${value}, ${orders[expr.order]})`;
    }
    case 'change':
      return printChange(expr, pointer);
    case 'compare':
      return printCompare(expr, pointer);
  }
}

function printChange(expr: JudgedExpr & { readonly kind: 'change' }, pointer: string): string {
  const [word, value] = [changeWords[expr.op], printJudgedExpr(expr.value)];
  switch (expr.style) {
    case 'c11':
      return `atomic_fetch_${word}(${pointer}, ${value})`;
    case 'c11-explicit':
      return `atomic_fetch_${word}_explicit(${pointer}, ${value}, ${orders[expr.order]})`;
    case 'gcc':
      return `__atomic_${expr.wantsNew ? `${word}_fetch` : `fetch_${word}`}(${pointer}, ${value}, ${gccOrder(expr.order)})`;
    case 'sync':
      return `__sync_${expr.wantsNew ? `${word}_and_fetch` : `fetch_and_${word}`}(${pointer}, ${value})`;
  }
}

function printCompare(expr: JudgedExpr & { readonly kind: 'compare' }, pointer: string): string {
  const [expected, desired] = [printJudgedExpr(expr.expected), printJudgedExpr(expr.desired)];
  const strength = expr.isWeak ? 'weak' : 'strong';
  switch (expr.style) {
    case 'c11':
      return `atomic_compare_exchange_${strength}(${pointer}, &${expected}, ${desired})`;
    case 'c11-explicit':
      return `atomic_compare_exchange_${strength}_explicit(${pointer}, &${expected}, ${desired}, ${orders[expr.order]}, memory_order_relaxed)`;
    case 'gcc':
      return `__atomic_compare_exchange_n(${pointer}, &${expected}, ${desired}, ${expr.isWeak ? 1 : 0}, ${gccOrder(expr.order)}, __ATOMIC_RELAXED)`;
    case 'sync':
      return `__sync_${expr.gives === 'old' ? 'val' : 'bool'}_compare_and_swap(${pointer}, ${expected}, ${desired})`;
  }
}
