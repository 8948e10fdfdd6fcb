/** The library without the command line; docs/library.md tells how to use it. */
export { abstract, check, fences, litmus, load, transform, verify } from './library/calls.js';
export type {
  AbstractCall,
  Abstracted,
  CheckCall,
  FencesCall,
  LitmusCall,
  TransformCall,
  TransformedText,
  VerifyCall,
} from './library/calls.js';
export { compare } from './library/comparison.js';
export type { ComparedPrograms } from './library/comparing.js';
export type { CompareCall } from './library/comparison.js';
export { FencepostError } from './library/error.js';
export { applyFences } from './library/writing-fences.js';
export type { FencedProgramText } from './library/writing-fences.js';
export type { LitmusFinding } from './library/litmus-runs.js';
export type { SubjectInput, StatedProperty, LoadedSubject, TextInput } from './library/subject.js';
export { engines, languages, models, targets } from './library/registries.js';
export type { Engine, Language, Titled } from './library/registries.js';
export { toTable } from './library/comparison-table.js';
export { toJson, toText } from './library/tell.js';
export type { TextWishes } from './library/tell.js';
export { packageVersion } from './library/own-package.js';
export type { ComparedRun } from './report/compared-run.js';
export type { VerifyDocument } from './report/report-json.js';
export type { FencesReport } from './synthesis/synthesis-report.js';
export type { PropertyReport, Reason, VerifyReport } from './ask/report.js';
