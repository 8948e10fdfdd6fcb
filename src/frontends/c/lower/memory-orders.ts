/** What `memory_order` says of an access; `plain`: the access is not atomic. */
export type AccessOrder = 'plain' | MemoryOrder;
export type MemoryOrder = (typeof memoryOrders)[number];

/** In the order of their numbers. */
export const memoryOrders = ['relaxed', 'consume', 'acquire', 'release', 'acq_rel', 'seq_cst'] as const;

/** Compilers make `acquire` of `consume`. */
export const acquires = (order: AccessOrder): boolean =>
  order === 'consume' || order === 'acquire' || order === 'acq_rel' || order === 'seq_cst';

export const releases = (order: AccessOrder): boolean =>
  order === 'release' || order === 'acq_rel' || order === 'seq_cst';
