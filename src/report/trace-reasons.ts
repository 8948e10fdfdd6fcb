import type { NamedValue, Trace } from '../lang/run/trace.js';

/** What is told of the end of a run, each with its title: what is false there, and why the run could come to it. */
export function reasonsOf({ failed, blame }: Trace): readonly (readonly [title: string, text: string])[] {
  return [
    ...(failed === undefined
      ? []
      : ([
          ['formula', failed.formula],
          ['values', failed.values.map(valueText).join(', ')],
        ] as const)),
    ...(blame === undefined ? [] : ([['because', blame.text]] as const)),
  ];
}

/** `x=1`, `P at L`, `P not at L`. */
const valueText = ({ name, value }: NamedValue): string => {
  if (!name.includes(' at ')) return `${name}=${value}`;
  return value === true ? name : name.replace(' at ', ' not at ');
};
