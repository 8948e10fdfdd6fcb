/** What mends a mistake: another text in the place that the message is about. */
export interface QuickFix {
  readonly title: string;
  readonly newText: string;
}

/** The fixes that a message names itself; `wrong` is the text that it is about. */
export function fixesFor(code: string, message: string, wrong: string): readonly QuickFix[] {
  const [, meant] = /did you mean [`']([^`']+)[`']\?/.exec(message) ?? [];
  if (meant !== undefined) return [{ title: `Change to \`${meant}\``, newText: meant }];
  if (wrong === '=' && message.includes('to compare, write `==`'))
    return [{ title: 'Compare: `==`', newText: '==' }];
  if (wrong === '==' && message.includes('to assign, write `=`'))
    return [{ title: 'Assign: `=`', newText: '=' }];
  if (code === 'E401') return [{ title: 'Put it into `atomic { }`', newText: `atomic { ${wrong} }` }];
  if (code === 'E102' && wrong.startsWith('/*'))
    return [{ title: 'Close the comment', newText: `${wrong.trimEnd()} */` }];
  return [];
}
