/** The library without the command line. */
export { toAutomata, withCounters, withShapes } from '../passes/pipelines.js';
export { passes } from '../passes/index.js';
export { languages } from './frontends/index.js';
export { mainModels, modelNamed } from './memory/index.js';
export type { MemoryModel } from './memory/model.js';
export { checkFile } from './verify/check.js';
export type { CheckOptions } from './verify/check-options.js';
export { usualOptions } from './verify/options.js';
export type { AskOptions, VerifyInput, VerifyOptions } from './verify/options.js';
export type { VerifyReport } from './verify/report.js';
export { verifyFile } from './verify/verify.js';
export type { VerifyHooks } from './verify/hooks.js';
export { fencesOfFile } from './synthesis/fences-file.js';
export type { FencesOptions } from './synthesis/fences.js';
export type { FencesReport } from './synthesis/report.js';
export { abstractFile } from './verify/abstract-file.js';
export { loadLitmus, runLitmus } from './verify/litmus-run.js';
