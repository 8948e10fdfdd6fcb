import { describe, expect, it } from '@jest/globals';
import { verdictsOf } from './verdicts-of.js';

const allVerdicts = async (text: string): Promise<readonly string[]> => [
  ...new Set(Object.values(await verdictsOf(text))),
];

/** So that only a run knows where the pointer is. */
const steps = (from: string, n: number): string => `int *p = ${from}; for (int i = 0; i < ${n}; i++) p++;`;

describe('pointers that only a run knows', () => {
  it.each([
    [
      'a member',
      'struct s { int a; int b; };',
      `struct s x = { 1, 2 }; ${steps('&x.a', 1)} assert(*p == 2);`,
    ],
    ['a row', 'int g[2][3];', `${steps('g[0]', 3)} assert(*p == 0);`],
  ])('do not get from %s to what is behind it', async (_, globals, body) => {
    const told = await verdictsOf(`${globals} int main(void) { ${body} return 0; }`);
    expect(told['unset']).toBe('unknown');
    expect(told['assert']).not.toBe('safe');
  });

  it.each([
    ['a member', 'struct s { int a; int b; };', `struct s x = { 1, 2 }; ${steps('&x.b', 2)}`],
    ['an array', 'int g[3]; int h;', steps('g', 4)],
    ['an array in a record', 'struct s { int a[2]; int b; } x;', `${steps('x.a', 2)} assert(*p == 0);`],
    ['an array in a record, by far', 'struct s { int a[2]; int b; } x;', steps('x.a', 3)],
    [
      'an array in a record, from behind',
      'struct s { int a[2]; int b; } x;',
      `${steps('&x.b', 0)} p += x.b - 1;`,
    ],
    ['an array, by an index', 'int g[3]; int h[3];', `${steps('g', 1)} p[2] = 1;`],
    ['an array, to the front', 'int h[3]; int g[3];', `${steps('g', 1)} p[-2] = 1;`],
    [
      'an array in a made object',
      'struct n { int d[3]; struct n *next; };',
      `struct n *h = 0; for (int i = 0; i < 2; i++) { struct n *m = malloc(sizeof *m); m->next = h; h = m; }
       for (int i = 0; i < 4; i++) h->d[i] = 1;`,
    ],
  ])('do not leave %s', async (_, globals, body) => {
    expect(await verdictsOf(`${globals} int main(void) { ${body} return 0; }`)).toMatchObject({
      pointer: 'unsafe',
    });
  });

  it('go through an array and behind its end', async () => {
    const text = `int g[4] = { 1, 2, 3, 4 };
      int main(void) { int s = 0; for (int *p = g; p < g + 4; p++) s += *p; assert(s == 10);
        int *q = 0; for (int i = 0; i < 4; i++) q = &g[i + 1]; assert(q - g == 4 && q[-1] == 4); return 0; }`;
    expect(await allVerdicts(text)).toEqual(['safe']);
  });

  it('go through records', async () => {
    const text = `struct s { int a; int b; } y[3];
      int main(void) { int n = 0; for (struct s *p = y; p != &y[3]; ++p) { p->a = n; p->b = n * 2; n++; }
        assert(y[2].b == 4); return 0; }`;
    expect(await allVerdicts(text)).toEqual(['safe']);
  });

  it('have neither order nor distance where they are to two objects', async () => {
    for (const what of ['p < q || p >= q', 'p - q != 0'])
      expect(
        await verdictsOf(`int a, b; int main(void) { int *p = &a, *q = &b; assert(${what}); return 0; }`),
      ).toMatchObject({
        pointer: 'unsafe',
      });
  });

  it.each([
    ['bytes', 'char *p = (char *)x, *q = (char *)&x[1];', 'q - p'],
    [
      'larger elements',
      'for (int i = 0; i < 2; i++) { long *p = (long *)&x[i], *q = (long *)&x[2 + i];',
      'q - p',
    ],
    ['members that are no elements', 'int *p = &m.a, *q = &m.b;', 'q - p'],
  ])('have no distance in cells where they are seen as %s', async (_, points, distance) => {
    const text = (what: string): string =>
      `int x[4]; struct { int a; char c, d; int b; } m;
       int main(void) { ${points} assert(${distance} ${what}); ${points.startsWith('for') ? '}' : ''} return 0; }`;
    for (let cells = 1; cells <= 4; cells++)
      for (const what of [`== ${cells}`, `!= ${cells}`])
        expect(await verdictsOf(text(what))).toMatchObject({ assert: 'unknown', unset: 'unknown' });
  });
});
