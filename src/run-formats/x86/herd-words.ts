/** The registers of 32-bit x86, in the order in which loads take them. */
export const registers = ['EAX', 'EBX', 'ECX', 'EDX', 'ESI', 'EDI', 'EBP', 'ESP'] as const;

/** What names in code may not be: herd7 reads these as instructions or parts of registers. */
const instructions = `add xor mov movb movw movl movq movt movntdqa movntd movntq movsd dec cmp cmovc inc jmp je jne jz jnz lock xchg cmpxchg
  lfence sfence mfence read setnb nop or and sub neg not call ret clflush clflushopt exch upd`;
const partsOfRegisters = 'al ah ax bl bh bx cl ch cx dl dh dx si di bp sp ip eip zf sf cf';

/** What names in the initial state may not be: herd7 has a meaning for them under some architecture. */
const wordsOfStates = `pac pacda pacdb pacia pacib true false observed exists forall final with locations filter fault tag attrs oa
  pending active enabled priority affinity routing_mode handling_mode valid pte ttd intid pa parel1_t ss sscap gicarg
  atomic_init cases proc`;

const taken = new Set(
  [registers.join(' '), instructions, partsOfRegisters, wordsOfStates].flatMap((words) =>
    words.toLowerCase().split(/\s+/),
  ),
);

/** Whether litmus tests have another meaning for the name, in some case of its letters: `valid`, `AX`, `P0`. */
export const isHerdWord = (name: string): boolean =>
  taken.has(name.toLowerCase()) || /^[Pp][0-9]+$/.test(name);
