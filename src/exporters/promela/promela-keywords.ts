import { isReserved as isCWord } from '../shared/c-words.js';
import type { NameRules } from '../shared/naming.js';

/** Words of Promela, and what the C preprocessor, which every model goes through, knows. */
const words = `
  active accept assert atomic bit bool break byte c_code c_decl c_expr c_state c_track chan D_proctype d_step do else
  empty enabled end eval false fi for full get_priority goto hidden if in init inline int len ltl local mtype
  nempty never nfull np_ notrace od of pc_value pid printf printm priority proctype progress provided return run select
  set_priority short show skip timeout trace true typedef typeof unless unsigned xr xs
  STDIN unix linux i386 NULL EOF
`;

/** Variables become fields of C structs in the verifier that Spin generates: what its C text means otherwise. */
const verifierWords = `
  asm auto case char const continue default double enum extern float long register restrict signed sizeof static struct
  switch union void volatile while main now ptr errno rand sv uchar uint ulong ushort wasnew G_int G_long
  ACCEPT_LAB ALL_P ALPHA_F ASYNC AUTO_RESIZE A_V BACKWARD_MOVES BAD BASE BFS BITSTATE CHUNK CNT_P COLLAPSE CONTINUE
  CONTINUE0 DELTA FORWARD_MOVES FREQ FROM_P FULLSTACK GLOBAL HAS_CODE HAS_TRACK INI_P IfNotBlocked LOCAL MAXPROC MAXQ
  MEMLIM MORE_P NCLAIMS NCORE NDONE_P NFAIR NOFAIR NOREDUCE NP NQS NTRANS ONE_L O_CREAT O_EXCL O_RDONLY O_RDWR O_TRUNC
  O_WRONLY PAN_H PROG_LAB PanSource Pclaim Q_EMPT_F Q_EMPT_T Q_FULL_F Q_FULL_T REACH SAFETY SEEK_CUR SEEK_SET SIGINT
  SIGKILL SIG_DFL SYNC S_A S_IREAD S_IWRITE SpinVersion StackSize TIMEOUT_F TRANSITIONS T_ID UPTO_P UnBlock VECTORSZ
  VERBOSE V_A V_PROVISO WS XUSAFE
`;

/** Operators in temporal formulas. */
const operators = `U V W X always eventually until weakuntil stronguntil release implies equivalent`;

/** What the export itself adds. */
const own = ['idle', 'report', 'check', 'holds', 'violated', 'monitor', 'inside'];

const listed = [words, verifierWords, operators].flatMap((text) => text.trim().split(/\s+/));
const reserved = new Set([...listed, ...own]);

/** Names that verifiers make with numbers, and those with `_` in front, which C and Spin keep for themselves. */
const made = /^(_|(Air|maxseq|minseq)\d+$)/;

/** What the headers that the verifier includes define. */
const isMacro = /^[A-Z][A-Z0-9_]*$/;

/** Labels that begin like this tell Spin where to look for deadlocks and cycles. */
const specialLabel = /^(end|accept|progress)/;

export const promelaRules: NameRules = {
  isReserved: (name) => reserved.has(name) || made.test(name) || (isMacro.test(name) && isCWord(name)),
  isSpecialLabel: (name) => specialLabel.test(name),
};
