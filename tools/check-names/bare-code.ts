/** What a scanner is inside of: a template literal, or the braces of a `${` in one, which may hold braces of their own. */
interface OpenTemplate {
  depth: number;
}

/** A slash after one of these begins a regular expression; after a name, a number or a closing bracket it divides. */
const beforeRegExp =
  /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|await|yield|throw|new|delete))\s*$/;

/** The pieces that are no code, each from where it begins; a regular expression's classes may hold a slash. */
const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const quoted = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y;
const regExp = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const templateText = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/y;

/** The text with blanks for comments, strings, templates and regular expressions: lines and columns stay. */
export function bareCode(text: string): string {
  const open: OpenTemplate[] = [];
  let code = '';
  const skip = (pattern: RegExp): string | null => {
    pattern.lastIndex = code.length;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found !== null) code += found.replace(/[^\n]/g, ' ');
    return found;
  };
  const template = (): void => {
    if (skip(templateText)?.endsWith('{') === true) open.push({ depth: 0 });
  };
  while (code.length < text.length) {
    const here = text.charAt(code.length);
    const inner = open.at(-1);
    if (here === '/' && skip(comment) !== null) continue;
    if (here === '/' && beforeRegExp.test(code.slice(-80)) && skip(regExp) !== null) continue;
    if ((here === "'" || here === '"') && skip(quoted) !== null) continue;
    if (here === '`' || (here === '}' && inner?.depth === 0)) {
      if (here === '}') open.pop();
      code += ' ';
      template();
      continue;
    }
    if (inner !== undefined && here === '{') inner.depth++;
    if (inner !== undefined && here === '}') inner.depth--;
    code += here;
  }
  return code;
}
