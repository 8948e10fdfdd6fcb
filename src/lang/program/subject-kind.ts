/** What a file may hold: a program with statements, a Boolean program, an array-based system. */
export type SubjectKind = 'program' | 'boolean' | 'array';
