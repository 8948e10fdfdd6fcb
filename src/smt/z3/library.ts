import type { Z3Core, Z3_context } from 'z3-solver';
import { invariant } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';

/** Functions of Z3 that are called in each query, on this thread, by the addresses of objects in its memory. */
export interface Z3Calls {
  readonly allocate: (bytes: number) => number;
  readonly free: (address: number) => void;
  readonly check: (context: number, solver: number, count: number, literals: number) => number;
  /** What is printed for a text of SMT-LIB. */
  readonly evaluate: (context: number, text: string) => string;
  /** Of a fixed point. */
  readonly query: (context: number, fixedpoint: number, query: number) => number;
  readonly errorCode: (context: number) => number;
  readonly model: (context: number, solver: number) => number;
  readonly keepModel: (context: number, model: number) => void;
  readonly dropModel: (context: number, model: number) => void;
  readonly valueIn: (context: number, model: number, declaration: number) => number;
  readonly asInt64: (context: number, value: number, result: number) => number;
  readonly core: (context: number, solver: number) => number;
  readonly keepVector: (context: number, vector: number) => void;
  readonly dropVector: (context: number, vector: number) => void;
  readonly vectorSize: (context: number, vector: number) => number;
  readonly vectorItem: (context: number, vector: number, index: number) => number;
}

export interface Z3Library {
  /** Typed, for what happens once for each formula. All of it answers at once but what checks. */
  readonly api: Z3Core;
  readonly calls: Z3Calls;
  /** Z3's memory, in words. It never grows, so the view stays. */
  readonly memory: Uint32Array;
}

/** In megabytes. Z3's memory ends at 2048, and reaching that end would end the process. */
const memoryLimit = '1000';
const limitForRelease = '1500';

// One for the process: each takes about 30 MB, and 0.1 s to make.
const loaded = new Map<'z3', Promise<Z3Library>>();

export const loadZ3 = (): Promise<Z3Library> => remembered(loaded, 'z3', load);

async function load(): Promise<Z3Library> {
  const { init } = await import('z3-solver');
  const silent = (): void => undefined;
  const library = await init({ print: silent, printErr: silent });
  const api = library.Z3;
  api.global_param_set('memory_max_size', memoryLimit);
  // Simplifying each model takes longer than most queries.
  api.global_param_set('model.compact', 'false');
  return { api, ...rawParts(library.em) };
}

/** What z3-solver has no types for. Its own wrappers of some of these answer later, by another thread. */
function rawParts(module: unknown): Pick<Z3Library, 'calls' | 'memory'> {
  invariant(typeof module === 'object' && module !== null, 'z3-solver gives access to its module');
  const parts = new Map<string, unknown>(Object.entries(module));
  const call = (name: string): ((...numbers: readonly number[]) => number) => {
    const part = parts.get(name);
    invariant(isNumeric(part), `z3-solver has ${name}`);
    return part;
  };
  const withTexts = parts.get('ccall');
  invariant(takesTexts(withTexts), 'z3-solver calls functions with texts');
  const evaluate = (context: number, text: string): string =>
    String(withTexts('Z3_eval_smtlib2_string', 'string', ['number', 'string'], [context, text]));
  const memory = parts.get('HEAPU32');
  invariant(isWords(memory), "z3-solver gives access to Z3's memory");
  return {
    memory,
    calls: {
      allocate: call('_malloc'),
      free: call('_free'),
      check: call('_Z3_solver_check_assumptions'),
      evaluate,
      query: call('_Z3_fixedpoint_query'),
      errorCode: call('_Z3_get_error_code'),
      model: call('_Z3_solver_get_model'),
      keepModel: call('_Z3_model_inc_ref'),
      dropModel: call('_Z3_model_dec_ref'),
      valueIn: call('_Z3_model_get_const_interp'),
      asInt64: call('_Z3_get_numeral_int64'),
      core: call('_Z3_solver_get_unsat_core'),
      keepVector: call('_Z3_ast_vector_inc_ref'),
      dropVector: call('_Z3_ast_vector_dec_ref'),
      vectorSize: call('_Z3_ast_vector_size'),
      vectorItem: call('_Z3_ast_vector_get'),
    },
  };
}

const isNumeric = (part: unknown): part is (...numbers: readonly number[]) => number =>
  typeof part === 'function';

type TextCall = (
  name: string,
  gives: string,
  takes: readonly string[],
  values: readonly unknown[],
) => unknown;

const takesTexts = (part: unknown): part is TextCall => typeof part === 'function';

// By its name: the class may be that of another context.
const isWords = (part: unknown): part is Uint32Array =>
  Object.prototype.toString.call(part) === '[object Uint32Array]';

/** Needs some memory itself, which there may be none of below the usual limit. */
export function deleteContext({ api }: Z3Library, context: Z3_context): void {
  api.global_param_set('memory_max_size', limitForRelease);
  api.del_context(context);
  api.global_param_set('memory_max_size', memoryLimit);
}

/** Objects of Z3 are addresses in its memory, whatever their types say. */
export function addressOf(object: unknown): number {
  invariant(typeof object === 'number', 'objects of Z3 are addresses');
  return object;
}
