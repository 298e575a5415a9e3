import { syntaxTree } from '@codemirror/language';
import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, ViewPlugin, type DecorationSet, type EditorView } from '@codemirror/view';

/** Parts of a document whose letters stand in columns. */
const inColumns = new Set(['FencedCode', 'CodeBlock', 'Table']);

const line = Decoration.line({ class: 'cm-columns' });

function columnLines(view: EditorView): DecorationSet {
  const found = new RangeSetBuilder<Decoration>();
  let last = -1;
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        if (!inColumns.has(node.name)) return;
        // Only the visible part: a block may be as long as the document.
        const end = Math.min(node.to, to);
        for (let at = Math.max(node.from, from); at <= end;) {
          const { from: start, to: stop } = view.state.doc.lineAt(at);
          if (start > last) found.add(start, start, line);
          last = Math.max(last, start);
          at = stop + 1;
        }
      },
    });
  }
  return found.finish();
}

/** Code and tables in a document are written in letters of one width. */
export const codeLines = ViewPlugin.define(
  (view) => ({
    decorations: columnLines(view),
    update({ view: now, docChanged, viewportChanged, startState, state }) {
      if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
        this.decorations = columnLines(now);
    },
  }),
  { decorations: ({ decorations }) => decorations },
);
