import { modelNamed } from '../../memory/index.js';
import { field, listField, numberField } from '../../support/json-fields.js';
import type { VerificationSettings } from './verifications.js';

/** What the user has set in the editor, under `fencepost`. */
export interface EditorSettings extends VerificationSettings {
  /** Those that can be asked for above the first thread. */
  readonly models: readonly string[];
  /** Macros and folders of C files. */
  readonly defines: readonly string[];
  readonly includes: readonly string[];
}

export const usualSettings: EditorSettings = {
  timeoutSeconds: 10,
  memoryMB: 2000,
  models: ['sc', 'tso', 'pso'],
  defines: [],
  includes: [],
};

/** What makes no sense is left as it is usually. */
export function settingsIn(value: unknown): EditorSettings {
  const timeout = numberField(value, 'timeout');
  const memory = numberField(value, 'memory');
  const models = texts(value, 'models').filter((name) => modelNamed(name) !== null);
  return {
    timeoutSeconds: timeout !== null && timeout > 0 ? timeout : usualSettings.timeoutSeconds,
    memoryMB: memory !== null && memory >= 64 ? memory : usualSettings.memoryMB,
    models: models.length > 0 ? models : usualSettings.models,
    defines: texts(field(value, 'c'), 'defines'),
    includes: texts(field(value, 'c'), 'includes'),
  };
}

const texts = (value: unknown, name: string): readonly string[] =>
  listField(value, name).filter((each) => typeof each === 'string');
