import { createHash } from 'node:crypto';

/** What does not change from run to run in what a command printed. */
export interface KeptAnswer {
  readonly name: string;
  readonly code: number | null;
  /**
   * Of a document of verify: what it says without times and texts; of an export: a digest. Null: a limit cut the run off, so
   * it depends on the machine.
   */
  readonly says: string | null;
}

const cutOffReasons: ReadonlySet<unknown> = new Set(['timeout', 'memory']);

/** Counters that are the same in every run; the others measure time and memory. */
const measured: ReadonlySet<string> = new Set([
  ...['seconds', 'buildSeconds', 'checkSeconds', 'peakMemoryMB', 'tableBytes'],
]);

export function keptAnswer(name: string, code: number | null, out: string): KeptAnswer {
  const document = asDocument(out);
  if (document === null) return { name, code, says: code === null ? null : digest(out) };
  const field = (of: object, key: string): unknown => new Map<string, unknown>(Object.entries(of)).get(key);
  const properties = field(document, 'properties');
  const stated = (Array.isArray(properties) ? properties : []).map((property: object) => {
    const trace = field(property, 'trace');
    return [
      ...['name', 'verdict', 'reason'].map((key) => field(property, key)),
      Array.isArray(trace) ? trace.length : null,
    ];
  });
  const stats = Object.entries(field(document, 'stats') ?? {}).filter(([key]) => !measured.has(key));
  const reasons = [field(document, 'reason'), ...stated.map(([, , reason]) => reason)];
  const head = ['engine', 'method', 'encoding', 'bound', 'verdict', 'reason'].map((key) =>
    field(document, key),
  );
  const says = JSON.stringify({ head, stated, stats: stats.filter(([, value]) => value !== 0) });
  const cutOff = code === null || reasons.some((reason) => cutOffReasons.has(reason));
  return { name, code, says: cutOff ? null : says };
}

function asDocument(out: string): object | null {
  if (!out.startsWith('{')) return null;
  try {
    const found: unknown = JSON.parse(out);
    return typeof found === 'object' ? found : null;
  } catch {
    return null;
  }
}

const digest = (out: string): string => createHash('sha256').update(out).digest('hex').slice(0, 16);
