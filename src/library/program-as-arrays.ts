import { toTemplates } from '../../passes/pipelines.js';
import { unsupported } from '../diagnostics/diagnostic.js';
import { toArraySystem } from '../exporters/cub/to-array-system.js';
import type { ProgramAsArrays } from '../lang/arrays/stated-cube.js';
import type { Program } from '../lang/program/program.js';
import { refuseBits, refuseUnbuffered } from '../lang/program/refuse.js';
import { hasBuffers, isExactTso } from '../memory/model-questions.js';
import type { MemoryModel } from '../memory/model.js';
import { templatesOf } from '../transform/program-templates.js';

/** The system that `transform --to cub` writes; throws what it refuses. */
export function programAsArrays(program: Program, procs: number | null, model: MemoryModel): ProgramAsArrays {
  if (hasBuffers(model) && !isExactTso(model))
    unsupported(`array-based systems do not run under ${model.title}`, null, 'take --model tso or sc');
  refuseBits({ ...program, predicates: [] }, 'an array-based system');
  refuseUnbuffered(program, 'an array-based system');
  return toArraySystem(templatesOf(program, { procs, model }, toTemplates));
}
