import { addressOf, deleteContext, loadZ3 } from './library.js';
import { asFailure } from './z3-failure.js';

/** What Z3 prints for a text of SMT-LIB that asks questions, a line each; null: it stopped without an answer. */
export async function answersTo(text: string, seconds: number): Promise<readonly string[] | null> {
  const library = await loadZ3();
  const { api, calls } = library;
  const config = api.mk_config();
  api.set_param_value(config, 'timeout', String(Math.ceil(seconds * 1000)));
  const context = api.mk_context(config);
  api.del_config(config);
  try {
    const printed = calls.evaluate(addressOf(context), text);
    return printed.split('\n').filter((line) => line !== '');
  } catch (error) {
    if (asFailure(error) === null) throw error;
    return null;
  } finally {
    deleteContext(library, context);
  }
}
