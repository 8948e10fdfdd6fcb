import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { HighlightStyle, bracketMatching, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state';
import type { Range } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  drawSelection,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { DecorationSet } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { completionWords } from './completion-words.js';
import { streamLanguageOf, wordingOf } from './highlighting.js';
import type { Mark } from './playground-messages.js';

/** Colours are properties of the page's style sheet, so they follow its light and dark. */
const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--code-keyword)', fontWeight: '600' },
  { tag: tags.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: tags.string, color: 'var(--code-string)' },
  { tag: tags.labelName, color: 'var(--code-label)' },
]);

const look = EditorView.theme({
  '&': { backgroundColor: 'var(--card)', color: 'var(--ink)', fontSize: '0.875rem', height: '100%' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-content': { fontFamily: 'var(--mono)', caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--card)',
    color: 'var(--soft)',
    border: 'none',
    fontFamily: 'var(--mono)',
  },
  '.pointed': { backgroundColor: 'var(--current)' },
  '.cm-activeLine': { backgroundColor: 'var(--sunk)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-tooltip': { backgroundColor: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--line)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--paper)',
  },
});

/** The line that is pointed at. */
const pointed = StateEffect.define<number | null>();

const pointer = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { effects, docChanged, state }) {
    let shown = docChanged ? Decoration.none : before;
    for (const effect of effects)
      if (effect.is(pointed))
        shown = effect.value === null ? Decoration.none : Decoration.set([atLine(state, effect.value)]);
    return shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const atLine = (state: EditorState, line: number): Range<Decoration> =>
  Decoration.line({ class: 'pointed' }).range(lineStart(state, line));

/** A line beyond the ends is the first or the last one. */
const lineStart = ({ doc }: EditorState, line: number): number =>
  doc.line(Math.max(1, Math.min(line, doc.lines))).from;

export interface PlaygroundEditor {
  readonly text: () => string;
  /** Replaces all of it; the name tells how it is coloured. */
  readonly show: (text: string, name: string) => void;
  /** Colours the same text by another name. */
  readonly rename: (name: string) => void;
  readonly mark: (marks: readonly Mark[]) => void;
  /** Shows a line (from 1), and puts the cursor there. */
  readonly goTo: (line: number) => void;
  /** Marks the line that a run has come to; null: none. */
  readonly point: (line: number | null) => void;
}

export interface EditorEvents {
  readonly changed: () => void;
  readonly verify: () => void;
}

/** The editor is in a shadow tree: there its styles need no exception from the policy of the page. */
export function makeEditor(place: HTMLElement, events: EditorEvents): PlaygroundEditor {
  const root = place.attachShadow({ mode: 'open' });
  const language = new Compartment();
  let wording = wordingOf('');
  const complete = (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[A-Za-z_][A-Za-z_0-9]*/);
    if (word === null && !context.explicit) return null;
    const text = context.state.doc.toString();
    return {
      from: word?.from ?? context.pos,
      options: [...completionWords(text, context.pos, wording.words)],
      validFor: /^[A-Za-z_0-9]*$/,
    };
  };
  const extensions = [
    keymap.of([{ key: 'Mod-Enter', run: () => (events.verify(), true) }]),
    keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
    ...[lineNumbers(), history(), drawSelection(), bracketMatching(), highlightActiveLine(), lintGutter()],
    ...[indentUnit.of('  '), autocompletion({ override: [complete] })],
    ...[syntaxHighlighting(colours), look, pointer, language.of(streamLanguageOf(wording))],
    EditorView.contentAttributes.of({
      'aria-label': 'Program text; Escape and then Tab leave it',
      tabindex: '0',
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) events.changed();
    }),
  ];
  const view = new EditorView({ state: EditorState.create({ extensions }), parent: root, root });
  const rename = (name: string): void => {
    wording = wordingOf(name);
    view.dispatch({ effects: language.reconfigure(streamLanguageOf(wording)) });
  };
  return {
    text: () => view.state.doc.toString(),
    show(text, name) {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: 0 },
      });
      rename(name);
    },
    rename,
    mark(marks) {
      const { length } = view.state.doc;
      const placed = marks.flatMap(({ place: at, severity, message, note }) => {
        const from = Math.min(at?.from ?? 0, length);
        const to = Math.min(Math.max(at?.to ?? 0, from), length);
        return [{ from, to, severity, message: note === null ? message : `${message}\n${note}` }];
      });
      view.dispatch(setDiagnostics(view.state, placed));
    },
    goTo(line) {
      const from = lineStart(view.state, line);
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      view.focus();
    },
    point(line) {
      const shown =
        line === null ? [] : [EditorView.scrollIntoView(lineStart(view.state, line), { y: 'nearest' })];
      view.dispatch({ effects: [pointed.of(line), ...shown] });
    },
  };
}
