/** Names of types that are known without a declaration, and how many bits integers of theirs have (x86-64 Linux). */
export const integerNames: ReadonlyMap<string, { readonly words: string; readonly atomic?: true }> = new Map([
  ...[
    ['int8_t', 'signed char'],
    ['uint8_t', 'unsigned char'],
    ['int16_t', 'short'],
    ['uint16_t', 'unsigned short'],
    ['int32_t', 'int'],
    ['uint32_t', 'unsigned int'],
    ['int64_t', 'long'],
    ['uint64_t', 'unsigned long'],
    ['intptr_t', 'long'],
    ['uintptr_t', 'unsigned long'],
    ['intmax_t', 'long'],
    ['uintmax_t', 'unsigned long'],
    ['ptrdiff_t', 'long'],
    ['ssize_t', 'long'],
    ['size_t', 'unsigned long'],
    ['u_int32_t', 'unsigned int'],
    ['memory_order', 'int'],
    ['useconds_t', 'unsigned int'],
    ['time_t', 'long'],
    ['uint', 'unsigned int'],
    ['wchar_t', 'int'],
    ['int_fast32_t', 'long'],
    ['uint_fast32_t', 'unsigned long'],
    ['int_least32_t', 'int'],
    ['uint_least32_t', 'unsigned int'],
  ].map(([name = '', words = '']) => [name, { words }] as const),
  ...[
    ['atomic_bool', '_Bool'],
    ['atomic_flag', '_Bool'],
    ['atomic_char', 'char'],
    ['atomic_schar', 'signed char'],
    ['atomic_uchar', 'unsigned char'],
    ['atomic_short', 'short'],
    ['atomic_ushort', 'unsigned short'],
    ['atomic_int', 'int'],
    ['atomic_uint', 'unsigned int'],
    ['atomic_long', 'long'],
    ['atomic_ulong', 'unsigned long'],
    ['atomic_llong', 'long'],
    ['atomic_ullong', 'unsigned long'],
    ['atomic_intptr_t', 'long'],
    ['atomic_uintptr_t', 'unsigned long'],
    ['atomic_size_t', 'unsigned long'],
    ['atomic_ptrdiff_t', 'long'],
    ['atomic_intmax_t', 'long'],
    ['atomic_uintmax_t', 'unsigned long'],
    ['atomic_int_fast32_t', 'long'],
    ['atomic_uint_fast32_t', 'unsigned long'],
    ['atomic_int_least32_t', 'int'],
    ['atomic_uint_least32_t', 'unsigned int'],
  ].map(([name = '', words = '']) => [name, { words, atomic: true }] as const),
]);

/** Types of the library that are no numbers here. */
export const libraryTypes: ReadonlyMap<string, 'mutex' | 'thread' | 'opaque'> = new Map([
  ['pthread_mutex_t', 'mutex'],
  ['pthread_t', 'thread'],
  ['pthread_attr_t', 'opaque'],
  ['pthread_mutexattr_t', 'opaque'],
  ['FILE', 'opaque'],
]);

/** Names that begin a type and nothing else. */
export const typeWords: ReadonlySet<string> = new Set([
  ...['void', 'char', 'short', 'int', 'long', 'float', 'double', 'signed', 'unsigned', '_Bool', '__signed__'],
  ...['struct', 'union', 'enum', '_Atomic', 'const', 'volatile', 'restrict', '__restrict', '__volatile__', '__const'],
  ...['typedef', 'static', 'extern', 'auto', 'register', 'inline', '__inline', '__inline__', '_Thread_local', '__thread'],
  ...['_Noreturn', '_Alignas', '_Static_assert', 'typeof', '__typeof__', '__typeof', '__attribute__', '__extension__', '__volatile', '__restrict__'],
]);

/** Words of the language that are no names. */
export const reservedWords: ReadonlySet<string> = new Set([
  ...typeWords,
  ...['if', 'else', 'while', 'do', 'for', 'switch', 'case', 'default', 'goto', 'break', 'continue', 'return', 'sizeof'],
  ...['asm', '__asm__', '__asm', '_Generic', '_Alignof', '_Complex', '_Imaginary'],
]);
