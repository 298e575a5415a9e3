import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState, Prec, Transaction, type Extension } from '@codemirror/state';
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';
import { changesBetween } from './merge-texts.ts';
import { codeTheme, proseTheme } from './theme.ts';

/** A text that somebody types and others may change. */
export interface EditedText {
  getSnapshot(): { readonly text: string };
  subscribe(listener: () => void): () => void;
  edit(text: string): void;
  flush(): Promise<void>;
}

export interface EditorOptions {
  readonly label: string;
  readonly isReadOnly: boolean;
  /** Text for people, rather than for machines. */
  readonly isProse: boolean;
  readonly extensions: Extension;
  save(): void;
}

/** Marks changes that come from the text itself, so that they aren't reported back to it. */
const fromOutside = Annotation.define<boolean>();

/**
 * An editor in a shadow tree of its own: the policy of the page lets no script write style elements, and to shadow trees
 * the editor attaches its style sheet as an object, which the policy allows.
 */
export function openEditor(place: HTMLElement, text: EditedText, options: EditorOptions): EditorView {
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
  return new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text.getSnapshot().text,
      extensions: [options.extensions, common(options), told(text)],
    }),
  });
}

/** Keeps both in step, until the result is called. Changes of others stay out of the history of what was typed. */
export function follow(view: EditorView, text: EditedText): () => void {
  const take = (): void => {
    const changes = changesBetween(view.state.doc.toString(), text.getSnapshot().text);
    if (changes.length === 0) return;
    view.dispatch({
      changes: [...changes],
      annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
    });
  };
  take();
  return text.subscribe(take);
}

function told(text: EditedText): Extension {
  return EditorView.updateListener.of(({ docChanged, state, transactions }) => {
    if (!docChanged || transactions.some((each) => each.annotation(fromOutside) === true)) return;
    text.edit(state.doc.toString());
  });
}

function common({ label, isReadOnly, isProse, save }: EditorOptions): Extension {
  return [
    isProse ? proseTheme : [codeTheme, lineNumbers(), highlightActiveLineGutter(), foldGutter()],
    isReadOnly ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : [writing(isProse)],
    EditorView.contentAttributes.of({
      'aria-label': label,
      // Without it, text that can't be edited has no focus, and checkers don't see that other text has.
      tabindex: '0',
      spellcheck: isProse && !isReadOnly ? 'true' : 'false',
      autocapitalize: isProse ? 'sentences' : 'off',
    }),
    EditorView.lineWrapping,
    drawSelection(),
    search({ top: true }),
    highlightSelectionMatches(),
    Prec.high(keymap.of([{ key: 'Mod-s', preventDefault: true, run: () => (save(), true) }])),
    keymap.of([...searchKeymap, ...defaultKeymap, ...foldKeymap]),
  ];
}

/**
 * Typing over a selection. Left to itself, Chromium carries the color of the replaced text over as an inline style, which
 * the policy of the page blocks and reports.
 */
const typesOverSelection = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    const { main } = view.state.selection;
    if (inputType !== 'insertText' || data === null || isComposing || main.empty) return false;
    const replace = (): Transaction =>
      view.state.update(view.state.replaceSelection(data), {
        userEvent: 'input.type',
        scrollIntoView: true,
      });
    const isHandled = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, main.from, main.to, data, replace));
    if (!isHandled) view.dispatch(replace());
    return true;
  },
});

function writing(isProse: boolean): Extension {
  return [
    history(),
    typesOverSelection,
    dropCursor(),
    rectangularSelection(),
    crosshairCursor(),
    indentOnInput(),
    // Enter accepts a completion as soon as it is offered.
    autocompletion({ icons: false, interactionDelay: 0 }),
    isProse
      ? []
      : [closeBrackets(), bracketMatching(), highlightActiveLine(), keymap.of(closeBracketsKeymap)],
    keymap.of([...completionKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
  ];
}
