import type { Random } from '../random.js';

export interface DamagedText {
  readonly text: string;
  /** What was done to it. */
  readonly how: string;
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A document of JSON with something in it that is other than it was, or with a part missing. */
export function damagedText(document: string, random: Random): DamagedText {
  if (random.below(20) === 0) {
    const length = random.below(document.length);
    return { text: document.slice(0, length), how: `ends after ${length} characters` };
  }
  const original = meaning(parsed(document));
  for (;;) {
    const whole: Json = parsed(document);
    const how = changedSomewhere(whole, random, 'document');
    const text = `${JSON.stringify(whole)}\n`;
    if (how !== null && meaning(whole) !== original) return { text, how };
  }
}

function parsed(document: string): Json {
  const value: unknown = JSON.parse(document);
  if (!isJson(value)) throw new Error('a document of JSON holds nothing else');
  return value;
}

function isJson(value: unknown): value is Json {
  if (typeof value === 'object') return value === null || Object.values(value).every(isJson);
  return ['boolean', 'number', 'string'].includes(typeof value);
}

/** Lists whose order says nothing, nor what is in them twice: they tell sets of states. */
const sets: ReadonlySet<string> = new Set([
  'parts',
  'boxes',
  'cubes',
  'facts',
  'in',
  'holds',
  'fails',
  'properties',
]);

/** The same text for documents that say the same. */
function meaning(value: Json, key = ''): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) {
    const elements = value.map((each) => meaning(each));
    return `[${(sets.has(key) ? [...new Set(elements)].sort() : elements).join()}]`;
  }
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${meaning(value[name] ?? null, name)}`).join()}}`;
}

/** Goes down to some place, and changes what is there; null: there was nothing to change. */
function changedSomewhere(value: Json, random: Random, path: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const keys = Object.keys(value);
  const key = keys[random.below(Math.max(1, keys.length))];
  if (key === undefined) return null;
  const place = `${path}.${key}`;
  const child = Array.isArray(value) ? value[Number(key)] : value[key];
  if (child === undefined) return null;
  const deeper = typeof child === 'object' && child !== null && random.below(4) !== 0;
  if (deeper) {
    const how = changedSomewhere(child, random, place);
    if (how !== null) return how;
  }
  return Array.isArray(value)
    ? changedElement(value, Number(key), random, place)
    : changedMember(value, key, random, place);
}

function changedElement(values: Json[], i: number, random: Random, place: string): string {
  const value = values[i] ?? null;
  switch (random.below(4)) {
    case 0:
      values.splice(i, 1);
      return `${place} is gone`;
    case 1: {
      const j = random.below(values.length);
      values[i] = values[j] ?? null;
      values[j] = value;
      return `${place} and .${j} changed places`;
    }
    case 2:
      values.splice(i, 0, value);
      return `${place} is there twice`;
    default:
      values[i] = other(value, random);
      return `${place} is ${shown(values[i])}`;
  }
}

function changedMember(object: { [name: string]: Json }, key: string, random: Random, place: string): string {
  if (random.below(4) === 0) {
    Reflect.deleteProperty(object, key);
    return `${place} is gone`;
  }
  const value = other(object[key] ?? null, random);
  object[key] = value;
  return `${place} is ${shown(value)}`;
}

const shown = (value: Json | undefined): string => JSON.stringify(value ?? null).slice(0, 60);

/** A value of the same kind, mostly. */
function other(value: Json, random: Random): Json {
  if (random.below(8) === 0) return [null, -1, 1e300, '', 'x', [], {}, true][random.below(8)] ?? null;
  switch (typeof value) {
    case 'number':
      return value + (random.below(2) === 0 ? 1 : -1);
    case 'boolean':
      return !value;
    case 'string':
      return changedString(value, random);
    default:
      return Array.isArray(value) ? [] : {};
  }
}

function changedString(value: string, random: Random): string {
  const i = random.below(Math.max(1, value.length));
  const character = '01xPQ'[random.below(5)] ?? '';
  return `${value.slice(0, i)}${character}${value.slice(i + 1)}`;
}
