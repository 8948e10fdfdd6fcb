import { bareCode } from './bare-code.js';

export interface DeclaredType {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

/**
 * An interface, type, class or enum at the beginning of a statement. What follows the name tells it from a parameter or an
 * import that is called `type`.
 */
const declaration =
  /(?:^|[;{}])[ \t]*(?:(?:export|default|declare|abstract|const)\s+)*(?:type\s+(?<alias>[A-Za-z_$][\w$]*)(?=\s*[=<])|(?:interface|class|enum)\s+(?<body>[A-Za-z_$][\w$]*)(?=\s*[{<]|\s+extends\b|\s+implements\b))/gm;

/** All types that a file declares, exported or not, at whatever depth. */
export function declaredTypes(file: string, text: string): readonly DeclaredType[] {
  const code = bareCode(text);
  return [...code.matchAll(declaration)].map((match) => {
    const name = match.groups?.['alias'] ?? match.groups?.['body'] ?? '';
    return { name, file, line: code.slice(0, match.index + match[0].length).split('\n').length };
  });
}
