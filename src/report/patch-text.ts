import { FILE_HEADERS_ONLY, createTwoFilesPatch } from 'diff';

/** What `patch -p1` makes of one text the other one by; empty if they are the same. The name is one as in `dir/file`. */
export function patchText(name: string, before: string, after: string): string {
  if (before === after) return '';
  // Only with something behind it does a name with blanks in it have an end.
  const about = name.includes(' ') ? (['as it was', 'with fences'] as const) : [];
  const [old, changed] = about;
  return createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, old, changed, {
    headerOptions: FILE_HEADERS_ONLY,
    context: 3,
  });
}
