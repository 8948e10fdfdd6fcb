/** The share of type declarations whose name may mean more than one thing. */
export const mostSharedTypes = 0.05;

/** How many files may have the name of a file that is not in a sibling folder. */
export const mostSharedFiles = 0;

/** Where the rule holds; what the build generates is left out. */
export const namedFolders: readonly string[] = ['src', 'passes', 'tools', 'test/support'];
