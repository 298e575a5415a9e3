import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';
import { attempt } from '../ui/toast-queue.ts';

/** Keeps a file, and answers with what stands for it in the text. */
export type KeepFile = (file: File) => Promise<string>;

class Waiting extends WidgetType {
  readonly key: object;
  readonly #name: string;

  constructor(key: object, name: string) {
    super();
    this.key = key;
    this.#name = name;
  }

  override eq(other: WidgetType): boolean {
    return other instanceof Waiting && other.key === this.key;
  }

  override toDOM(): HTMLElement {
    const sign = document.createElement('span');
    sign.className = 'cm-placeholder';
    sign.textContent = `Adding ${this.#name}…`;
    return sign;
  }
}

const begun = StateEffect.define<{ readonly at: number; readonly widget: Waiting }>({
  map: ({ at, widget }, changes) => ({ at: changes.mapPos(at), widget }),
});
const ended = StateEffect.define<object>();

/** Placeholders for files being uploaded; they move with the text around them. */
const waiting = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects }) {
    let next = before.map(changes);
    for (const effect of effects) {
      if (effect.is(begun)) {
        const { at, widget } = effect.value;
        next = next.update({ add: [Decoration.widget({ widget, side: 1 }).range(at)] });
      } else if (effect.is(ended)) {
        next = next.update({ filter: (_, __, { spec }) => keyOf(spec) !== effect.value });
      }
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function keyOf(spec: unknown): object | undefined {
  return (spec as { readonly widget?: Waiting }).widget?.key;
}

/** Files that are pasted or dropped become a part of the text. Text on the clipboard goes before a picture of it. */
export function takesFiles(keep: KeepFile): Extension {
  return [
    waiting,
    EditorView.domEventHandlers({
      paste(event, view) {
        const files = [...(event.clipboardData?.files ?? [])];
        if (files.length === 0 || event.clipboardData?.getData('text') !== '') return false;
        event.preventDefault();
        addFiles(view, files, keep);
        return true;
      },
      dragover(event) {
        // Otherwise the desk behind would offer to take them.
        if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
        return false;
      },
      drop(event, view) {
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) return false;
        event.preventDefault();
        addFiles(view, files, keep, view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? undefined);
        return true;
      },
    }),
  ];
}

export function addFiles(
  view: EditorView,
  files: readonly File[],
  keep: KeepFile,
  at = view.state.selection.main.to,
): void {
  for (const file of files) attempt(addFile(view, file, keep, at));
}

async function addFile(view: EditorView, file: File, keep: KeepFile, at: number): Promise<void> {
  const key = {};
  view.dispatch({ effects: begun.of({ at, widget: new Waiting(key, file.name || 'a picture') }) });
  try {
    const markdown = await keep(file);
    const from = placeOf(view, key);
    if (from !== undefined) {
      // Selected text stays; the caret moves behind the added text.
      const isAtCaret = view.state.selection.main.head === from;
      view.dispatch({
        changes: { from, insert: markdown },
        ...(isAtCaret && { selection: { anchor: from + markdown.length } }),
        userEvent: 'input.paste',
      });
    }
  } finally {
    view.dispatch({ effects: ended.of(key) });
  }
}

function placeOf(view: EditorView, key: object): number | undefined {
  let found: number | undefined;
  view.state.field(waiting).between(0, view.state.doc.length, (from, _, { spec }) => {
    if (keyOf(spec) === key) found = from;
  });
  return found;
}
