import { blankReport } from '../../ask/report.js';
import { verify } from '../../library/calls.js';
import { FencepostError } from '../../library/error.js';
import { runToTell } from '../../library/replaying.js';
import { toJson } from '../../library/tell.js';
import { field, textField } from '../../support/json-fields.js';
import type { ApartAnswer } from './apart-messages.js';

/** Does what was asked; an error becomes a message. */
export async function answerOrder(order: unknown): Promise<ApartAnswer> {
  try {
    return { kind: 'document', document: await documentFor(order) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', message: message === '' ? 'there is no answer' : message };
  }
}

async function documentFor(order: unknown): Promise<object> {
  const path = textField(order, 'path') ?? '';
  if (textField(order, 'kind') === 'evidence') {
    const { trace, machine, property, file } = await runToTell(path, () => undefined);
    const found = { language: file.language, model: machine.model.name, property: property.name, trace };
    return toJson({ ...blankReport(file.path), verdict: 'unsafe', ...found });
  }
  const text = textField(order, 'text');
  const options = field(order, 'options');
  try {
    return toJson(
      await verify(
        text === null ? path : { text, name: path },
        typeof options === 'object' ? { ...options } : {},
      ),
    );
  } catch (error) {
    if (error instanceof FencepostError && error.reason === 'bug')
      throw new Error(`internal error: ${error.message}`, { cause: error });
    throw error;
  }
}
