/** Words of `.bl` texts that are no names. */
export const reservedWords: ReadonlySet<string> = new Set([
  ...['shared', 'local', 'init', 'process', 'store', 'load', 'nop', 'if', 'goto'],
  ...['begin_atomic', 'end_atomic', 'assume', 'barrier', 'choose', 'assert', 'true', 'false', 'pc'],
]);
