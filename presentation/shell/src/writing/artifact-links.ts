import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { artifactLink, artifactOfLink } from '@loggia/protocol';

export interface Linkable {
  readonly id: string;
  readonly title: string;
  /** Its kind, in a word. */
  readonly kind: string;
}

/** Words after an `@` that begins a word, unlike in an email address. */
const mention = /(?<![\p{L}\p{N}_.@-])@([\p{L}\p{N}][\p{L}\p{N}_.' -]{0,60})?$/u;
const letters = /^[\p{L}\p{N}_.' -]*$/u;

/** Offers artifacts after `@`. */
export function artifactCompletion(list: () => Promise<readonly Linkable[]>): CompletionSource {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const words = mention.exec(before);
    if (!words) return null;
    const artifacts = await list();
    if (context.aborted) return null;
    const from = line.from + words.index + 1;
    return { from, validFor: letters, options: artifacts.map(offered) };
  };
}

function offered({ id, title, kind }: Linkable): Completion {
  return {
    label: title,
    detail: kind,
    apply: (view, _, from, to) => {
      const insert = linkTo(id, title);
      view.dispatch({
        changes: { from: from - 1, to, insert },
        selection: { anchor: from - 1 + insert.length },
        userEvent: 'input.complete',
      });
    },
  };
}

/** A link to an artifact, in Markdown. */
export function linkTo(id: string, title: string): string {
  return `[${title.replace(/[\\[\]]/g, '\\$&')}](${artifactLink(id)})`;
}

const link = /\]\((artifact:[^\s)]+)\)/g;

/** The artifact that a link at this place of a line leads to. */
export function artifactAt(line: string, at: number): string | undefined {
  for (const { 0: text, 1: href = '', index } of line.matchAll(link)) {
    const start = line.lastIndexOf('[', index);
    if (at >= start && at <= index + text.length) return artifactOfLink(href);
  }
  return undefined;
}

/** Clicking a link with Ctrl or Command follows it. */
export function followsLinks(open: (artifact: string) => void): Extension {
  return EditorView.domEventHandlers({
    mousedown(event, view) {
      if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (at === null) return false;
      const line = view.state.doc.lineAt(at);
      const artifact = artifactAt(line.text, at - line.from);
      if (artifact === undefined) return false;
      event.preventDefault();
      open(artifact);
      return true;
    },
  });
}
