import { generatedBy } from '../../diagnostics/span.js';
import type { Span } from '../../diagnostics/span.js';
import type { BooleanAssertion, BooleanProperty } from '../../lang/boolean/boolean-program.js';
import type { Expr } from '../../lang/expr/expr.js';
import { allOf, anyOf, negation } from '../../lang/boolean/boolean-formula.js';
import type { Formula } from '../../lang/boolean/boolean-formula.js';
import { at } from '../../support/invariant.js';
import type { StateProperty } from '../command-program.js';
import { propertyFormula } from './property-formula.js';
import type { BooleanRequest } from './boolean-request.js';
import { labelOf } from './boolean-threads.js';
import type { BuiltThread } from './boolean-threads.js';
import type { BooleanTransformer } from './transformer.js';

const made = generatedBy('abstract', null);

/** One part for each property asked for. */
export async function abstractProperties(
  request: BooleanRequest,
  threads: readonly BuiltThread[],
  transformer: BooleanTransformer,
): Promise<{ readonly property: BooleanProperty | null; readonly names: readonly string[] }> {
  const parts: BooleanAssertion[] = [];
  const names = request.properties.filter((name) => !request.astray.has(name));
  for (const name of names) {
    const stated = request.program.stateProperties.find(({ property }) => property.name === name);
    parts.push(
      stated === undefined
        ? { condition: nobodyViolates(name, threads), span: spanOf(request, name) }
        : await stateCondition(request, stated, transformer),
    );
  }
  if (parts.length === 0) return { property: null, names };
  const condition = allOf(parts.map((part) => part.condition));
  const span = parts.length === 1 ? at(parts, 0).span : made;
  const property = { kind: 'always', condition, span } as const;
  return { property: parts.length === 1 ? property : { ...property, parts }, names };
}

const nobodyViolates = (name: string, threads: readonly BuiltThread[]): Formula =>
  allOf(
    threads.flatMap(({ errors }, i): Formula[] => {
      const label = errors.get(name);
      return label === undefined ? [] : [negation({ kind: 'at', thread: i + 1, label })];
    }),
  );

async function stateCondition(
  { program }: BooleanRequest,
  { property, formula }: StateProperty,
  transformer: BooleanTransformer,
): Promise<BooleanAssertion> {
  const holds = await propertyFormula(formula, {
    implying: (part: Expr) => transformer.condition(part),
    at: ({ thread, label }) =>
      anyOf(
        at(program.threads, thread)
          .locations.filter(({ labels }) => labels.includes(label))
          .map(({ id }) => ({ kind: 'at', thread: thread + 1, label: labelOf(id) })),
      ),
  });
  if (property.kind === 'invariant') return { condition: holds, span: property.span };
  const goesOn = program.threads.map(({ end }, i) =>
    negation({ kind: 'at', thread: i + 1, label: labelOf(end) }),
  );
  return { condition: anyOf([...goesOn, holds]), span: property.span };
}

function spanOf({ program }: BooleanRequest, name: string): Span {
  const property = program.system.properties.find((each) => each.name === name);
  return property !== undefined && 'span' in property ? property.span : made;
}
