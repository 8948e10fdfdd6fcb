/** The registers that tests may name, in the order in which herd lists them. */
const registers = ['EAX', 'EBX', 'ECX', 'EDX', 'ESI', 'EDI', 'EBP', 'ESP'] as const;

export type Register = (typeof registers)[number];

/** The register of that name, in any case; null if there is none. */
export function registerNamed(text: string): Register | null {
  const upper = text.toUpperCase();
  return registers.find((register) => register === upper) ?? null;
}

export const registerRank = (register: Register): number => registers.indexOf(register);

export const registerNames: readonly string[] = registers;
