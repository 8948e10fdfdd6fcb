import { describe, expect, it } from '@jest/globals';
import { Source, sourceSpan } from '../../../src/diagnostics/span.js';
import { jsonText, verifyDocument } from '../../../src/report/report-json.js';
import { property, report, snapshot, storeBuffering } from './samples.js';

describe('the JSON document of verify', () => {
  it('has the fields of the contract in their order', () => {
    const documented = [
      'schema tool version file language model engine method encoding bound verdict reason errors property trace',
      'properties warnings stats',
    ];
    const wanted = documented.join(' ').split(' ');
    const keys = Object.keys(verifyDocument(report({}), '1.2.3'));
    expect(keys.filter((k) => wanted.includes(k))).toEqual(wanted);
  });

  it('writes a step with its thread, line, action and the state after it', () => {
    const document = verifyDocument(
      report({ verdict: 'unsafe', property: 'sb', trace: storeBuffering }),
      '1',
    );
    expect(document.trace?.[3]).toEqual({
      thread: 'Q',
      line: null,
      action: 'flush y = 1',
      memory: { x: 0, y: 1 },
      locals: { 'P.r': 0, 'Q.s': 0 },
      buffers: { P: ['x=1'] },
    });
    expect(document.initial?.locals).toEqual({ 'P.r': 7, 'Q.s': 7 });
  });

  it('writes integers beyond 2^53 as strings, truth values as such, and any name', () => {
    const initial = snapshot({
      memory: { big: 2n ** 53n, low: -(2n ** 70n), fits: 2n ** 53n - 1n, b: true },
    });
    const memory = new Map([...initial.memory, ['__proto__', 1n] as const]);
    const trace = { ...storeBuffering, initial: { ...initial, memory } };
    const text = jsonText(verifyDocument(report({ trace }), '1'));
    expect(text).toContain('"big": "9007199254740992"');
    expect(text).toContain('"low": "-1180591620717411303424"');
    expect(text).toContain('"fits": 9007199254740991');
    expect(text).toContain('"b": true');
    expect(text).toContain('"__proto__": 1');
  });

  it('says null where a field does not apply', () => {
    const document = verifyDocument(report({ file: '', verdict: null, reason: 'usage' }), '1');
    expect(document).toMatchObject({ file: null, bound: null, trace: null, property: null, verdict: null });
  });

  it('tells errors and warnings with their place', () => {
    const span = sourceSpan(new Source('a.fp', 'one\ntwo three'), 8, 13);
    const warning = {
      code: 'W605',
      severity: 'warning',
      span,
      message: 'unused',
      note: 'remove it',
    } as const;
    const error = { code: 'E201', severity: 'error', span, message: 'unknown name', note: null } as const;
    const document = verifyDocument(report({ errors: [error], warnings: [warning] }), '1');
    expect(document.errors).toEqual([
      { file: 'a.fp', line: 2, column: 5, code: 'E201', message: 'unknown name' },
    ]);
    expect(document.warnings).toEqual(['a.fp:2:5: unused (remove it)']);
  });

  it('gives each property its own counterexample', () => {
    const found = property('sb', { verdict: 'unsafe', trace: storeBuffering });
    const document = verifyDocument(report({ properties: [property('a'), found] }), '1');
    expect(document.properties.map((p) => p.trace?.length ?? null)).toEqual([null, 4]);
  });
});
