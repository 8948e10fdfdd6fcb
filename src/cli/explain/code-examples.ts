import type { DiagnosticCode } from '../../diagnostics/codes.js';

/** What leads to a diagnostic, and what to write instead. */
export type CodeExample = TextExample | CommandExample;

interface TextExample {
  readonly kind: 'text';
  /** As `--lang` has it. */
  readonly language: string;
  readonly text: string;
  /** The same without the diagnostic. */
  readonly mended: string;
  /** With these words behind `verify FILE`; absent: with none. */
  readonly options?: readonly string[];
}

interface CommandExample {
  readonly kind: 'command';
  readonly line: string;
  readonly mended: string;
}

const fp = (text: string, mended: string, options: readonly string[] = []): TextExample => ({
  ...{ kind: 'text', language: 'fp', text, mended },
  options,
});
const inLanguage =
  (language: string) =>
  (text: string, mended: string, options: readonly string[] = []): TextExample => ({
    ...{ kind: 'text', language, text, mended },
    options,
  });
const cub = inLanguage('cub');
const bl = inLanguage('bl');
const trencher = inLanguage('trencher');
const c = inLanguage('c');
const line = (wrong: string, mended: string): CommandExample => ({ kind: 'command', line: wrong, mended });

const weak = ['--model', 'tso'];
/** A system of Cubicle-W with a weak array, around a transition. */
const weakSystem = (transition: string, unsafe = 'unsafe (i) { P[i] = B }'): string =>
  `type t = A | B\narray P[proc] : t\nweak array V[proc] : t\ninit (i) { P[i] = A && V[i] = A }\n${unsafe}\n${transition}\n`;
const plainSystem = (transition: string): string =>
  `type t = A | B\narray P[proc] : t\ninit (i) { P[i] = A }\nunsafe (i) { P[i] = B }\n${transition}\n`;

/** One for each code: a test has each of them read, or done. */
export const codeExamples: Readonly<Record<DiagnosticCode, CodeExample>> = {
  E001: line('fencepost verify petersen.fp', 'fencepost verify peterson.fp'),
  E002: line('fencepost verify program.gz', 'gunzip program.gz && fencepost verify program.fp'),
  E003: line('fencepost verify empty.fp', 'fencepost init, and verify what it has written'),
  E004: line('fencepost verify measurements.fp', 'fencepost verify a program of less than 64 MB'),
  E005: line('fencepost verify dekker.txt', 'fencepost verify dekker.txt --lang fp'),
  E006: line('fencepost verify dekker.fp --modle tso', 'fencepost verify dekker.fp --model tso'),
  E007: fp(
    'X86 SB\n{ x=0; y=0; }\n P0          | P1          ;\n MOV [x],$1  | MOV [y],$1  ;\n MOV EAX,[y] | MOV EAX,[x] ;\nexists (0:EAX=0 /\\ 1:EAX=0)\n',
    'shared int x = 0;\nthread P { x = 1; }\ninvariant x >= 0;\n',
  ),

  E101: fp(
    'shared int x = 0;\nthread P { x = #1; }\ninvariant x >= 0;\n',
    'shared int x = 0;\nthread P { x = 1; }\ninvariant x >= 0;\n',
  ),
  E102: fp('thread P { skip; } /* to be continued\n', 'thread P { skip; } /* to be continued */\n'),
  E103: fp(
    'shared int x = 0;\nthread P { x = 1 }\ninvariant x >= 0;\n',
    'shared int x = 0;\nthread P { x = 1; }\ninvariant x >= 0;\n',
  ),

  E201: fp(
    'shared int flag = 0;\nthread P { flga = 1; }\n',
    'shared int flag = 0;\nthread P { flag = 1; }\n',
  ),
  E202: fp(
    'shared int x = 0;\nshared int x = 1;\nthread P { x = 2; }\n',
    'shared int x = 0;\nshared int y = 1;\nthread P { x = 2; }\n',
  ),
  E203: fp('thread P { goto Again; }\n', 'thread P { Again: skip; goto Again; }\n'),
  E204: fp(
    'thread P { local int r = 0; r = 1; }\nfinal done: Q.r == 1;\n',
    'thread P { local int r = 0; r = 1; }\nfinal done: P.r == 1;\n',
  ),
  E205: fp(
    'shared int x = 0;\nthread P { x = 1; }\ninvariant P >= 0;\n',
    'shared int x = 0;\nthread P { x = 1; }\ninvariant x >= 0;\n',
  ),

  E301: fp(
    'shared bool up = false;\nthread P { up = 1; }\n',
    'shared bool up = false;\nthread P { up = true; }\n',
  ),
  E302: fp(
    'const n = 4;\nconst half = n / 0;\nthread P { skip; }\n',
    'const n = 4;\nconst half = n / 2;\nthread P { skip; }\n',
  ),
  E303: fp(
    'shared int[0..3] turn = 4;\nthread P { turn = 1; }\n',
    'shared int[0..3] turn = 3;\nthread P { turn = 1; }\n',
  ),
  E304: fp(
    'shared int flag[2] = 0;\nthread P { flag[0] = 1; }\ninvariant flag[2] == 0;\n',
    'shared int flag[2] = 0;\nthread P { flag[0] = 1; }\ninvariant flag[1] == 0;\n',
  ),
  E305: fp(
    'shared int n = 2;\nshared int flag[n] = 0;\nthread P { flag[0] = 1; }\n',
    'const n = 2;\nshared int flag[n] = 0;\nthread P { flag[0] = 1; }\n',
  ),
  E306: fp(
    'shared int x = y;\nshared int y = x;\nthread P { x = 1; }\n',
    'shared int x = y;\nshared int y = 0;\nthread P { x = 1; }\n',
  ),
  E307: fp(
    'const a = 1000000000;\nconst b = a * a * a * a * a * a * a * a;\nconst c = b * b * b * b * b * b * b * b;\nconst d = c * c * c;\nthread P { skip; }\n',
    'const a = 1000000000;\nconst b = a * a * a * a;\nthread P { skip; }\n',
  ),

  E401: fp(
    'shared int x = 0, y = 0;\nthread P { assume(x == y); }\n',
    'shared int x = 0, y = 0;\nthread P { atomic { assume(x == y); } }\n',
  ),
  E402: cub(
    weakSystem('transition t ([i])\nrequires { not (P[i] = B && fence()) }\n{ V[i] := B }'),
    weakSystem('transition t ([i])\nrequires { not (P[i] = B) && fence() }\n{ V[i] := B }'),
    weak,
  ),
  E403: fp(
    'shared int x = 0;\nthread P { goto In; atomic { In: x = 1; } }\n',
    'shared int x = 0;\nthread P { goto In; In: atomic { x = 1; } }\n',
  ),
  E404: fp(
    'shared int x = 0;\ninvariant x == 0;\n',
    'shared int x = 0;\nthread P { x = 0; }\ninvariant x == 0;\n',
  ),
  E405: fp(
    'shared int x = 0;\nthread P { if (x == 0 -> x == 1) { x = 1; } }\n',
    'shared int x = 0;\nthread P { if (x != 0 || x == 1) { x = 1; } }\n',
  ),
  E406: cub(
    plainSystem('transition t (i)\n{ P[i] := A; P[i] := B }'),
    plainSystem('transition t (i)\n{ P[i] := B }'),
  ),
  E407: cub(
    'const limit : int\nvar count : int\ninit () { count = 0 }\nunsafe () { count = 1 }\ntransition t ()\n{ limit := 1 }\n',
    'const limit : int\nvar count : int\ninit () { count = 0 }\nunsafe () { count = 1 }\ntransition t ()\n{ count := limit }\n',
  ),
  E408: cub(
    'type t = A | B\narray P[proc] : t\nunsafe (i) { P[i] = B }\ntransition t (i)\n{ P[i] := B }\n',
    plainSystem('transition t (i)\n{ P[i] := B }'),
  ),
  E411: cub(
    weakSystem('transition t (i)\n{ V[i] := B }'),
    weakSystem('transition t ([i])\n{ V[i] := B }'),
    weak,
  ),
  E412: cub(
    'type t = A | B\nvar turn : t\nweak array V[proc] : t\ninit (i) { turn = A && V[i] = A }\nunsafe (i) { turn = B }\ntransition t ([i])\n{ V[i] := B }\n',
    'type t = A | B\nweak var turn : t\nweak array V[proc] : t\ninit (i) { turn = A && V[i] = A }\nunsafe (i) { i @ turn = B }\ntransition t ([i])\n{ V[i] := B }\n',
    weak,
  ),
  E413: cub(
    weakSystem('transition t ([i] j)\nrequires { P[j] = A }\n{ V[i] := B }'),
    weakSystem('transition t ([i] j)\nrequires { V[j] = A }\n{ V[i] := B }'),
    weak,
  ),
  E414: cub(
    weakSystem('transition t ([i])\n{ V[i] := B }', 'unsafe (i) { V[i] = B }'),
    weakSystem('transition t ([i])\n{ V[i] := B }', 'unsafe (i) { i @ V[i] = B }'),
    weak,
  ),
  E415: cub(
    weakSystem('transition t ([i])\nrequires { i @ V[i] = A }\n{ P[i] := B }'),
    weakSystem('transition t ([i])\nrequires { V[i] = A }\n{ P[i] := B }'),
    weak,
  ),

  E501: line('fencepost verify dekker.cub --procs 100', 'fencepost verify dekker.cub'),
  E502: fp(
    'shared int x, y = 0;\nthread P { y = x; }\ninvariant y <= 3;\n',
    'shared int[0..3] x;\nshared int y = 0;\nthread P { y = x; }\ninvariant y <= 3;\n',
    ['--engine', 'explicit'],
  ),

  W601: fp(
    'shared int x = 0;\nthread P { goto End; CS: x = 1; End: skip; }\ninvariant !(P at CS);\n',
    'shared int x = 0;\nthread P { CS: x = 1; End: skip; }\ninvariant x >= 0 || !(P at CS);\n',
  ),
  W602: fp(
    'shared int x = 0;\nthread P { assume(x == 1); }\ninvariant x == 0;\n',
    'shared int x = 0;\nthread P { assume(x == 0); }\ninvariant x == 0;\n',
  ),
  W603: fp(
    'shared int x = 0;\nthread P { x = 1; }\n',
    'shared int x = 0;\nthread P { x = 1; }\ninvariant x <= 1;\n',
  ),
  W605: inLanguage('litmus')(
    'X86 W\n{ x=0; }\n P0         ;\n MOV [x],$1 ;\nexists (x=1)\nand more\n',
    'X86 W\n{ x=0; }\n P0         ;\n MOV [x],$1 ;\nexists (x=1)\n',
  ),
  W606: fp('shared int x = 0;\nthread P { x = 1 / 0; }\n', 'shared int x = 0;\nthread P { x = 1 / 1; }\n'),
  W607: fp(
    'shared int[0..3] x = 0;\nthread P { x = 4; }\n',
    'shared int[0..4] x = 0;\nthread P { x = 4; }\n',
  ),
  W608: fp(
    'shared int a[2] = 0;\nthread P { a[2] = 1; }\n',
    'shared int a[2] = 0;\nthread P { a[1] = 1; }\n',
  ),
  W609: line(
    'fencepost transform release.fp --model tso1 --to smt2',
    'fencepost verify release.fp --model tso1',
  ),
  W610: bl(
    'shared B0;\n\ninit\n1: store B0 = 0;\n\nprocess 1\n1: if (true) goto 7;\n\nassert always (B0 == 0);\n',
    'shared B0;\n\ninit\n1: store B0 = 0;\n\nprocess 1\n1: if (true) goto 1;\n\nassert always (B0 == 0);\n',
  ),
  W611: bl(
    'shared B0;\n\ninit\n1: store B0 = 0;\n\nprocess 1\n1: nop;\n1: nop;\n\nassert always (B0 == 0);\n',
    'shared B0;\n\ninit\n1: store B0 = 0;\n\nprocess 1\n1: nop;\n2: nop;\n\nassert always (B0 == 0);\n',
  ),
  W612: bl(
    'shared B0;\n\ninit\n1: store B0 = 0;\n\nprocess 1\n1: begin_atomic;\n2: nop;\n\nassert always (B0 == 0);\n',
    'shared B0;\n\ninit\n1: store B0 = 0;\n\nprocess 1\n1: begin_atomic;\n2: nop;\n3: end_atomic;\n\nassert always (B0 == 0);\n',
  ),
  W613: cub(
    `type t = A | B | C\narray P[proc] : t\ninit (i) { P[i] = A }\ninvariant (i) { P[i] = B }\nunsafe (i) { P[i] = C }\ntransition t (i)\nrequires { P[i] = A }\n{ P[i] := B }\n`,
    `type t = A | B | C\narray P[proc] : t\ninit (i) { P[i] = A }\nunsafe (i) { P[i] = C }\ntransition t (i)\nrequires { P[i] = A }\n{ P[i] := B }\n`,
  ),
  W614: cub(
    'type t = A | B\narray P[proc] : t\ninit (i) { P[i] = A && P[i] = B }\nunsafe (i) { P[i] = B }\ntransition t (i)\n{ P[i] := B }\n',
    plainSystem('transition t (i)\n{ P[i] := A }'),
  ),
  W615: trencher(
    'thread t0\ninitial q0\nfinal q2\ntransition q0 q1 read flag 0\ntransition q1 q2 check == flga 1\nend\n',
    'thread t0\ninitial q0\nfinal q2\ntransition q0 q1 read flag 0\ntransition q1 q2 check == flag 1\nend\n',
  ),
  W616: c(
    'int x;\nint main(void) { while (1) x = 1; }\n',
    'int x;\nint main(void) { while (x < 3) x = x + 1; return 0; }\n',
    ['--termination'],
  ),

  E901: line('any', 'please report the command line and the input'),
};
