import type { Random } from '../random.js';

/** Bad C: what people and editors do to files, and worse. */
export function mutatedC(text: string, random: Random): string {
  let made = text;
  for (let n = random.between(1, 3); n > 0; n--) made = mutatedOnce(made, random);
  return made;
}

const tokensOf = (text: string): string[] => text.match(/\s+|\w+|"[^"\n]*"|[^\w\s]/g) ?? [];

const strays: readonly string[] = [
  ...[
    '{',
    '}',
    '(',
    ')',
    ';',
    ',',
    '*',
    '&',
    '0',
    '1',
    'x',
    'int',
    'if',
    'else',
    'while',
    'for',
    'goto',
    'case',
  ],
  ...[
    '#',
    '"',
    "'",
    '\\',
    '/*',
    '*/',
    '//',
    '...',
    '->',
    '++',
    '=',
    '<<',
    '[',
    ']',
    'return',
    'struct',
    'typedef',
  ],
  ...[
    'sizeof',
    '_Atomic',
    '0x',
    '1e9',
    '\0',
    'é',
    '#define A A',
    '\n#include "x"\n',
    '\n#if 1\n',
    'switch',
    'break',
  ],
  ...[
    'pthread_create',
    'atomic_load',
    'assert',
    '__attribute__',
    'asm',
    '?',
    ':',
    'enum',
    'union',
    'void',
    'unsigned',
  ],
];

function mutatedOnce(text: string, random: Random): string {
  const tokens = tokensOf(text);
  if (tokens.length === 0) return random.pick(strays);
  const place = random.below(tokens.length);
  const span = random.between(1, random.chance(0.8) ? 2 : 40);
  switch (random.below(9)) {
    case 0:
      tokens.splice(place, span);
      return tokens.join('');
    case 1:
      tokens.splice(place, 0, ...tokens.slice(place, place + span));
      return tokens.join('');
    case 2: {
      const other = random.below(tokens.length);
      const [a = '', b = ''] = [tokens[place], tokens[other]];
      [tokens[place], tokens[other]] = [b, a];
      return tokens.join('');
    }
    case 3:
      return text.slice(0, random.below(text.length));
    case 4: {
      const bytes = Array.from({ length: random.between(1, 8) }, () =>
        String.fromCharCode(random.below(256)),
      );
      const at = random.below(text.length);
      return text.slice(0, at) + bytes.join('') + text.slice(at + random.below(4));
    }
    case 5: {
      const [open, close] = random.pick([
        ['(', ')'],
        ['{', '}'],
        ['[', ']'],
        ['*', ''],
        ['-', ''],
        ['!', ''],
        ['if(x)', ''],
        ['x?', ':1'],
        ['(int)', ''],
      ] as const);
      const depth = random.pick([3, 60, 3000]);
      tokens.splice(place, 0, open.repeat(depth), random.chance(0.5) ? close.repeat(depth) : '');
      return tokens.join('');
    }
    case 6:
    case 7:
      tokens.splice(place, random.below(2), ` ${random.pick(strays)} `);
      return tokens.join('');
    default:
      return renamed(tokens, random).join('');
  }
}

/** A name or a number becomes another one of the file. */
function renamed(tokens: readonly string[], random: Random): readonly string[] {
  const words = tokens.flatMap((token, i) => (/^\w+$/.test(token) ? [i] : []));
  if (words.length === 0) return tokens;
  const [to, from] = [random.pick(words), random.pick(words)];
  return tokens.map((token, i) => (i === to ? (tokens[from] ?? token) : token));
}
