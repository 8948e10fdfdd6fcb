import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import type { BooleanText, TextBlock } from './boolean-text.js';
import { allOf, negation } from './boolean-formula.js';
import type { Formula } from './boolean-formula.js';
import { remembered } from '../../support/remembered.js';
import { suggest } from '../../support/suggest.js';
import type { UnknownPart } from './enumerate.js';
import type { NameMeaning } from './lower-condition.js';
import type { TextVariables } from './text-variables.js';
import { occurrence } from './occurrence.js';

/** Among more names than this none is looked for that may be meant. */
const maxCompared = 1000;

/** Names in the statements of a block: its own locals, and what is shared. */
export function insideBlock(
  text: BooleanText,
  names: TextVariables,
  block: number,
  bag: DiagnosticBag,
): NameMeaning {
  return {
    name: ({ name, block: other }, span) => {
      const place = names.of(name, block);
      const where = (): Span => occurrence(span, name, other);
      if (place === null) reportUnknown(name, text, where(), bag);
      else if (other === null) return place;
      else if (place.block === null) reportShared(name, where(), bag);
      else {
        const note =
          other === block
            ? `write \`${name}\` for its own`
            : 'only properties read the locals of other processes';
        bag.report('E405', where(), `\`${name}{${other}}\` in a statement`, note);
      }
      return null;
    },
    counter: ({ block: other }, span) => {
      bag.report('E405', occurrence(span, 'pc', other), '`pc` belongs into properties');
      return null;
    },
  };
}

/** Names in properties: `x` is shared, `t0{1}` the local of a process, `pc{1}` where it stands. */
export function insideProperty(text: BooleanText, names: TextVariables, bag: DiagnosticBag): NameMeaning {
  const counters = new Map<number, UnknownPart>();
  const checkBlock = (block: number, what: string, span: Span): boolean => {
    if (block < text.blocks.length) return true;
    const note = `the processes are numbered by their position, 1 to ${text.blocks.length - 1}; 0 is \`init\``;
    bag.report('E204', occurrence(span, what, block), `there is no process ${block}`, note);
    return false;
  };
  return {
    name: ({ name, block }, span) => {
      if (block !== null && !checkBlock(block, name, span)) return null;
      const place = block === null ? names.shared(name) : names.local(name, block);
      if (place !== null) return place;
      const where = occurrence(span, name, block);
      if (block !== null && names.shared(name) !== null) reportShared(name, where, bag);
      else if (names.isLocal(name)) {
        const note = `write \`${name}{1}\` for that of process 1`;
        bag.report('E205', where, `every process has its own \`${name}\``, note);
      } else reportUnknown(name, text, where, bag);
      return null;
    },
    counter: ({ block }, span) => {
      const own = text.blocks[block];
      if (!checkBlock(block, 'pc', span) || own === undefined) return null;
      return remembered(counters, block, () => counterOf(own, block));
    },
  };
}

/** The label of the next statement; -1 at the end, where no label is. */
function counterOf({ statements }: TextBlock, thread: number): UnknownPart {
  const values = new Set([-1]);
  for (const { label, action } of statements) {
    values.add(label);
    // It may be a label that the process does not have.
    if (action.kind === 'if') values.add(action.target);
  }
  const at = (label: number): Formula => ({ kind: 'at', thread, label });
  const isAtEnd = (): Formula =>
    allOf([...values].flatMap((label) => (label === -1 ? [] : [negation(at(label))])));
  return { values: [...values], is: (label) => (label === -1 ? isAtEnd() : at(label)) };
}

const reportShared = (name: string, span: Span, bag: DiagnosticBag): void =>
  bag.report('E205', span, `\`${name}\` is shared`, `write \`${name}\``);

function reportUnknown(name: string, text: BooleanText, span: Span, bag: DiagnosticBag): void {
  const isLong = text.shared.length + text.local.length > maxCompared;
  const near = isLong ? null : suggest(name, [...text.shared, ...text.local]);
  const note = near === null ? null : `did you mean \`${near}\`?`;
  bag.report('E201', span, `there is no variable \`${name}\``, note);
}
