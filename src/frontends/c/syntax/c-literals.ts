/** A number as it is written, with what its suffix says; null: it is none, or no integer. */
export function numberOf(text: string): {
  readonly value: bigint;
  readonly isDecimal: boolean;
  readonly unsigned: boolean;
  readonly long: boolean;
} | null {
  const match = /^(0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)([uUlL]*)$/.exec(text);
  const [, digits, suffix] = match ?? [];
  if (digits === undefined || suffix === undefined || !/^[uU]?(?:l|L|ll|LL)?[uU]?$/.test(suffix)) return null;
  const isOctal = /^0[0-7]+$/.test(digits);
  if (/^0[0-9]+$/.test(digits) && !isOctal) return null;
  return {
    value: BigInt(isOctal ? `0o${digits}` : digits),
    isDecimal: !/^0[0-9xXbB]/.test(digits),
    unsigned: /[uU]/.test(suffix),
    long: /[lL]/.test(suffix),
  };
}

const escapes: Readonly<Record<string, number>> = {
  ...{ n: 10, t: 9, r: 13, a: 7, b: 8, f: 12, v: 11, e: 27 },
  ...{ '\\': 92, "'": 39, '"': 34, '?': 63 },
};

/** The characters of a text as signed chars, in UTF-8; null: it has wide ones, or an escape that is not known. */
export function textOf(text: string): readonly bigint[] | null {
  const [, inside] = /^(?:u8)?"(.*)"$/s.exec(text) ?? [];
  if (inside === undefined) return null;
  const bytes: bigint[] = [];
  for (const [part] of inside.matchAll(/\\(?:[0-7]{1,3}|x[0-9a-fA-F]+|.)|[^\\]+/gs)) {
    const escaped = part.startsWith('\\') ? characterOf(`'${part}'`) : null;
    if (part.startsWith('\\') && escaped === null) return null;
    if (escaped !== null) bytes.push(escaped);
    else for (const byte of new TextEncoder().encode(part)) bytes.push(BigInt.asIntN(8, BigInt(byte)));
  }
  return bytes;
}

/** The value of `'a'`, as a signed char; null: it is not one character. */
export function characterOf(text: string): bigint | null {
  const inside = text.replace(/^[LuU]?'/, '').slice(0, -1);
  if (inside.length === 1 && inside !== '\\') return BigInt.asIntN(8, BigInt(inside.charCodeAt(0)));
  const [, octal, hex, letter] = /^\\(?:([0-7]{1,3})|x([0-9a-fA-F]+)|(.))$/.exec(inside) ?? [];
  if (octal !== undefined) return BigInt.asIntN(8, BigInt(`0o${octal}`));
  if (hex !== undefined) return BigInt.asIntN(8, BigInt(`0x${hex}`));
  const code = letter === undefined ? undefined : escapes[letter];
  return code === undefined ? null : BigInt(code);
}
