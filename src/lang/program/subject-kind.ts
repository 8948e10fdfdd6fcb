export const subjectKinds = ['program', 'boolean', 'array'] as const;

/** What a file may hold: a program with statements, a Boolean program, an array-based system. */
export type SubjectKind = (typeof subjectKinds)[number];
