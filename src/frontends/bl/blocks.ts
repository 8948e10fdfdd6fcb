import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../diagnostics/span.js';
import type { Source, Span } from '../../diagnostics/span.js';
import type {
  BooleanText,
  TextBlock,
  TextComment,
  TextProperty,
  TextStatement,
} from '../../lang/boolean/boolean-text.js';
import type { BlItem } from './build.js';
import { openerMeant } from './meant.js';
import { hasText } from './tokens.js';
import type { BlToken, BlWord } from './tokens.js';

export interface BlFile {
  readonly text: BooleanText;
  /** All declarations could be read. */
  readonly declared: boolean;
}

interface OpenBlock extends TextBlock {
  readonly statements: TextStatement[];
}

/** Puts the items of a text where they belong. */
export class BlocksBuilder {
  readonly #names = { shared: new Set<string>(), local: new Set<string>() };
  readonly #blocks: OpenBlock[] = [];
  readonly #properties: TextProperty[] = [];
  #declared = true;

  constructor(
    private readonly source: Source,
    private readonly bag: DiagnosticBag,
  ) {}

  take(item: BlItem, comments: readonly string[], span: Span): void {
    switch (item.kind) {
      case 'declaration':
        if (this.#blocks.length > 0) this.bag.report('E402', span, 'a declaration after the first block');
        for (const name of item.names) {
          if (this.bag.isFull) return;
          this.#declare(item.of, name);
        }
        return;
      case 'init':
        if (this.#blocks.length > 0)
          this.bag.report('E402', span, '`init` is the first block, and only once');
        this.#open(null, span);
        return;
      case 'process':
        // Without `init` there is nothing to be done first.
        if (this.#blocks.length === 0) this.#open(null, span);
        this.#open(item.number, span);
        return;
      case 'statement':
        this.#add({ comments: comments.map(readComment), label: item.label, action: item.action, span });
        return;
      case 'property':
        this.#properties.push({ kind: item.of, condition: item.condition, span });
    }
  }

  /** An item that could not be read. Its label stays known, and what follows it stays where it is. */
  skip(tokens: readonly BlToken[], span: Span): void {
    const [first, second] = tokens;
    const opener = openerMeant(tokens);
    if (opener === 'shared' || opener === 'local') this.#declared = false;
    if (opener === 'init' && this.#blocks.length === 0) this.#open(null, span);
    if (opener === 'process') {
      if (this.#blocks.length === 0) this.#open(null, span);
      this.#open(this.#blocks.length, span);
    }
    if (first?.type === 'number' && hasText(second, ':')) {
      this.#add({ comments: [], label: Number(first.text), action: { kind: 'nop' }, span });
    }
  }

  end(): BlFile {
    const end = this.source.text.trimEnd().length;
    const span = sourceSpan(this.source, end, end);
    if (this.#blocks.length < 2 && !this.bag.hasErrors) {
      this.bag.report('E404', span, 'the program has no process', 'write `process 1` and its statements');
    }
    const { shared, local } = this.#names;
    const text = {
      shared: [...shared],
      local: [...local],
      blocks: this.#blocks,
      properties: this.#properties,
    };
    return { text, declared: this.#declared };
  }

  #declare(of: 'shared' | 'local', { text: name, start, end }: BlWord): void {
    if (this.#names.shared.has(name) || this.#names.local.has(name)) {
      const span = sourceSpan(this.source, start, end);
      this.bag.report('E202', span, `\`${name}\` is declared twice`);
    } else this.#names[of].add(name);
  }

  #open(number: number | null, span: Span): void {
    this.#blocks.push({ number, statements: [], span });
  }

  #add(statement: TextStatement): void {
    const block = this.#blocks[this.#blocks.length - 1];
    if (block === undefined) {
      const note = 'write `init` before the first statement';
      this.bag.report('E402', statement.span, 'a statement outside of every block', note);
      // Said once.
      this.#open(null, statement.span);
      this.#blocks[0]?.statements.push(statement);
    } else block.statements.push(statement);
  }
}

/** What the inside of a block comment says. */
function readComment(inside: string): TextComment {
  const text = inside.trim().replace(/\s+/g, ' ');
  const predicate = /^update predicate - ([A-Za-z_][A-Za-z_0-9]*) ?: ?(.+)$/.exec(text);
  if (predicate?.[1] !== undefined && predicate[2] !== undefined) {
    return { kind: 'predicate', variable: predicate[1], text: predicate[2] };
  }
  // Fender's translator prints jumps as `goto goto 3`.
  const source = (/^Statement(?: ?: ?| )(.+)$/.exec(text)?.[1] ?? '')
    .replace(/[; ]+$/, '')
    .replace(/\bgoto( goto)+\b/g, 'goto');
  return source === '' ? { kind: 'note', text } : { kind: 'source', text: source };
}
