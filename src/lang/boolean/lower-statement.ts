import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import type { BooleanUpdate } from './boolean-program.js';
import type { BooleanText, TextAction, TextExpression, TextStatement } from './boolean-text.js';
import { literal, no, yes } from './boolean-formula.js';
import type { Formula } from './boolean-formula.js';
import type { BooleanId } from '../expr/ids.js';
import { assertNever, at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { anyCombinations, whereHolds } from './enumerate.js';
import { ConditionLowering } from './lower-condition.js';
import type { NameMeaning } from './lower-condition.js';
import { insideBlock } from './name-meanings.js';
import type { TextVariables, TextVariable } from './text-variables.js';
import { assignedValue, occurrence } from './occurrence.js';
import { hasBit } from './coded-variables.js';
import type { Coding, CodedVariables } from './coded-variables.js';

/** What a statement does, wherever it is done. */
export type StatementEffect =
  | { readonly kind: 'nop' | 'begin_atomic' | 'end_atomic' | 'barrier' }
  | { readonly kind: 'assume'; readonly guard: Formula }
  | { readonly kind: 'if'; readonly guard: Formula; readonly target: number }
  /** One of them is done. There are several where `*` decides more than one binary digit. */
  | { readonly kind: 'update'; readonly ways: readonly (readonly BooleanUpdate[])[] };

export interface BlockScope {
  readonly text: BooleanText;
  readonly names: TextVariables;
  readonly variables: CodedVariables;
  readonly bag: DiagnosticBag;
}

export class StatementLowering {
  readonly #meaning: NameMeaning;
  readonly #conditions: ConditionLowering;
  /** Equal actions are often one object. */
  readonly #known = new Map<TextAction, StatementEffect>();

  constructor(
    private readonly scope: BlockScope,
    private readonly block: number,
  ) {
    const { text, names, variables, bag } = scope;
    this.#meaning = insideBlock(text, names, block, bag);
    this.#conditions = new ConditionLowering(variables, this.#meaning, bag);
  }

  effect({ action, span }: TextStatement): StatementEffect {
    if (this.scope.bag.isFull) return { kind: 'nop' };
    return remembered(this.#known, action, () => this.#effect(action, span));
  }

  #effect(action: TextAction, span: Span): StatementEffect {
    switch (action.kind) {
      case 'nop':
      case 'begin_atomic':
      case 'end_atomic':
      case 'barrier':
        return { kind: action.kind };
      case 'assume':
        return { kind: 'assume', guard: this.#conditions.condition(action.condition, span) };
      case 'if': {
        const guard = this.#conditions.condition(action.condition, span);
        return { kind: 'if', guard, target: action.target };
      }
      case 'store':
      case 'assign':
      case 'load':
        return { kind: 'update', ways: this.#write(action, span) };
      default:
        return assertNever(action);
    }
  }

  #write(
    action: Extract<TextAction, { kind: 'store' | 'assign' | 'load' }>,
    span: Span,
  ): readonly (readonly BooleanUpdate[])[] {
    const target = this.#target(action, span);
    const value = assignedValue(span);
    if (action.kind === 'load' && !this.#isShared(action.from, value)) return [];
    if (target === null) return [];
    const { digits } = this.scope.variables.coding(target);
    if (action.kind === 'load') {
      return this.#assign(digits, { kind: 'name', name: action.from, block: null }, value);
    }
    if (action.value.kind === 'expression') return this.#assign(digits, action.value.expression, value);
    const [isTrue, isFalse] = [action.value.yes, action.value.no].map((part) =>
      this.#conditions.condition(part, value),
    );
    return [this.#choose(digits, isTrue ?? no, isFalse ?? no)];
  }

  /** The lowest digit is drawn; a truth value has no others. */
  #choose(digits: Coding['digits'], isTrue: Formula, isFalse: Formula): readonly BooleanUpdate[] {
    return digits.map(({ id, bit }) => ({
      target: id,
      value: bit === 0 ? { kind: 'choose', yes: isTrue, no: isFalse } : { kind: 'formula', formula: no },
    }));
  }

  #assign(
    digits: Coding['digits'],
    value: TextExpression,
    span: Span,
  ): readonly (readonly BooleanUpdate[])[] {
    if (value.kind === 'any') return [this.#choose(digits, no, no)];
    if (value.kind === 'int') return [digitsOf(digits, (bit) => (hasBit(value.value, bit) ? yes : no))];
    const source = value.kind === 'name' && value.block === null ? this.#truthValue(value.name) : null;
    if (source !== null) return [digitsOf(digits, (bit) => (bit === 0 ? literal(source) : no))];
    const readings = this.#conditions.reading([value], span);
    if (readings === null) return [];
    const reading = at(readings, 0);
    return anyCombinations(reading).map((anys) =>
      digitsOf(digits, (bit) => whereHolds(reading, anys, (result) => hasBit(result, bit))),
    );
  }

  /** The variable of a name that has the values 0 and 1 only. */
  #truthValue(name: string): BooleanId | null {
    const place = this.scope.names.of(name, this.block);
    return place === null ? null : this.scope.variables.truthValue(place);
  }

  #target(
    action: Extract<TextAction, { kind: 'store' | 'assign' | 'load' }>,
    span: Span,
  ): TextVariable | null {
    const { names, bag } = this.scope;
    const { target } = action;
    const [shared, local] = [names.shared(target), names.local(target, this.block)];
    const wanted = action.kind === 'store' ? shared : local;
    if (wanted !== null) return wanted;
    if (shared === null && local === null) {
      this.#isKnown(target, span);
    } else if (action.kind === 'load') {
      bag.report('E205', occurrence(span, target), `\`${target}\` is shared`, 'a load reads into a local');
    } else {
      const [message, note] =
        action.kind === 'store'
          ? [`\`${target}\` is a local`, `write \`${target} = ...\``]
          : [`\`${target}\` is shared`, `write \`store ${target} = ...\``];
      bag.report('E205', occurrence(span, target), message, note);
    }
    return null;
  }

  #isShared(name: string, span: Span): boolean {
    if (!this.#isKnown(name, span)) return false;
    if (this.scope.names.shared(name) !== null) return true;
    this.scope.bag.report(
      'E205',
      occurrence(span, name),
      `\`${name}\` is a local`,
      'a load reads what is shared',
    );
    return false;
  }

  #isKnown(name: string, span: Span): boolean {
    return this.#meaning.name({ kind: 'name', name, block: null }, span) !== null;
  }
}

const digitsOf = (digits: Coding['digits'], formulaOf: (bit: number) => Formula): readonly BooleanUpdate[] =>
  digits.map(({ id, bit }) => ({ target: id, value: { kind: 'formula', formula: formulaOf(bit) } }));
