import type { NameRules } from '../shared/names.js';

/** Words of Promela and of the C preprocessor that every model goes through, and names that generated verifiers use. */
const words = `
  active accept assert atomic bit bool break byte c_code c_decl c_expr c_state c_track chan D_proctype d_step do else
  empty enabled end eval false fi for full get_priority goto hidden if in init inline int len ltl local mtype mtype_
  nempty never nfull np_ notrace od of pc_value pid printf printm priority proctype progress provided return run select
  set_priority short show skip timeout trace true typedef typeof unless unsigned xr xs
  _ _last _nr_pr _pid _priority STDIN unix linux i386 NULL EOF now
`;

/** What the export itself adds. */
const own = ['report', 'check', 'monitor', 'initialise', 'inside'];

/** Labels that begin like this tell Spin where to look for deadlocks and cycles. */
const specialLabel = /^(end|accept|progress)/;

export const promelaRules: NameRules = {
  reserved: new Set([...words.trim().split(/\s+/), ...own]),
  isSpecialLabel: (name) => specialLabel.test(name),
};
