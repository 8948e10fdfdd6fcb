import type { Spanned } from '../../diagnostics/span.js';
import type { BooleanVariable } from './boolean-program.js';
import type { BooleanText } from './boolean-text.js';
import { allOf, literal } from './boolean-formula.js';
import type { Formula } from './boolean-formula.js';
import { booleanId } from '../expr/ids.js';
import { remembered } from '../../support/remembered.js';
import type { BooleanId } from '../expr/ids.js';
import type { TextVariables, TextVariable } from './text-variables.js';

/** One binary digit of a variable. */
export interface BinaryDigit {
  readonly id: BooleanId;
  /** Which digit of a number in two's complement; 0 is the lowest. */
  readonly bit: number;
}

/** What is known of a variable's values. */
export interface Coding {
  readonly values: readonly number[];
  readonly digits: readonly BinaryDigit[];
}

export const hasBit = (value: number, bit: number): boolean => ((value >> bit) & 1) === 1;

/**
 * The Boolean variables that stand for those of the text. All shared ones exist; a local exists once it is asked for,
 * because each block has its own of all that are declared.
 */
export class CodedVariables {
  readonly #codings = new Map<TextVariable, Coding>();
  readonly #meanings: ReadonlyMap<string, string>;
  readonly variables: BooleanVariable[] = [];

  constructor(
    text: BooleanText,
    names: TextVariables,
    private readonly possible: ReadonlyMap<TextVariable, ReadonlySet<number>>,
  ) {
    // The first counts.
    this.#meanings = new Map(
      meaningsIn(text)
        .toReversed()
        .map((meaning) => [meaning.variable, meaning.text]),
    );
    for (const name of text.shared) {
      const place = names.shared(name);
      if (place !== null) this.coding(place);
    }
  }

  coding(place: TextVariable): Coding {
    return remembered(this.#codings, place, () => this.#encode(place));
  }

  /** The variable has the value. */
  is(place: TextVariable, value: number): Formula {
    return allOf(this.coding(place).digits.map(({ id, bit }) => literal(id, hasBit(value, bit))));
  }

  /** The variable itself if its values are 0 and 1 at most. */
  truthValue(place: TextVariable): BooleanId | null {
    const { values, digits } = this.coding(place);
    return values.length === 2 && values[0] === 0 && values[1] === 1 ? (digits[0]?.id ?? null) : null;
  }

  #encode(place: TextVariable): Coding {
    const found = [...(this.possible.get(place) ?? [])].sort((a, b) => a - b);
    if (found.every((value) => value === 0 || value === 1)) {
      const digit = this.#add(place, place.name, 0, null);
      return { values: [0, 1], digits: [digit] };
    }
    const isSigned = found.some((value) => value < 0);
    const width = widthOf(found);
    const digits: BinaryDigit[] = [];
    for (let bit = 0; bit < width; bit++) {
      // What is 0 in all values needs no variable: all begin at 0.
      if (!found.some((value) => hasBit(value, bit))) continue;
      const weight = isSigned && bit === width - 1 ? -(2 ** bit) : 2 ** bit;
      digits.push(this.#add(place, `${place.name}.${weight}`, bit, { of: place.name, weight }));
    }
    return { values: found, digits };
  }

  #add(
    { name: of, block }: TextVariable,
    name: string,
    bit: number,
    digit: BooleanVariable['digit'],
  ): BinaryDigit {
    const id = booleanId(this.variables.length);
    const meaning = block === null ? (this.#meanings.get(of) ?? null) : null;
    this.variables.push({ id, name, thread: block, meaning, digit });
    return { id, bit };
  }
}

/** How many digits the values need, with one for the sign if there is one. */
function widthOf(values: readonly number[]): number {
  const isSigned = values.some((value) => value < 0);
  const magnitudes = values.map((value) => (value < 0 ? -1 - value : value));
  return 32 - Math.clz32(Math.max(0, ...magnitudes)) + (isSigned ? 1 : 0);
}

/** What the comments say that variables stand for, in their order. */
export const meaningsIn = ({ blocks }: BooleanText): readonly TextMeaning[] =>
  blocks
    .flatMap(({ statements }) => statements)
    .flatMap(({ comments, span }) =>
      comments.flatMap((comment) => (comment.kind === 'predicate' ? [{ ...comment, span }] : [])),
    );

interface TextMeaning extends Spanned {
  readonly variable: string;
  readonly text: string;
}
