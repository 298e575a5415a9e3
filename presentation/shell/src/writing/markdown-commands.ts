import { EditorSelection, type ChangeSpec, type EditorState, type StateCommand } from '@codemirror/state';

/** Marks around words: puts them there, or takes them away where they are. Without a selection, the word at the caret. */
export function toggleMark(mark: string): StateCommand {
  const { length } = mark;
  return ({ state, dispatch }) => {
    const change = state.changeByRange((given) => {
      const range = given.empty ? (state.wordAt(given.head) ?? given) : given;
      const { from, to } = range;
      const isAround =
        state.sliceDoc(from - length, from) === mark && state.sliceDoc(to, to + length) === mark;
      if (isAround) {
        return {
          changes: [
            { from: from - length, to: from },
            { from: to, to: to + length },
          ],
          range: EditorSelection.range(given.from - length, given.to - length),
        };
      }
      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        range: EditorSelection.range(given.from + length, given.to + length),
      };
    });
    dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }));
    return true;
  };
}

export type LineKind = 'bullets' | 'numbers' | 'tasks' | 'quote';

const starts: Readonly<Record<LineKind, RegExp>> = {
  bullets: /^[-*+] (?!\[[ xX]\] )/,
  numbers: /^\d{1,9}[.)] /,
  tasks: /^[-*+] \[[ xX]\] /,
  quote: /^> ?/,
};
const anyList = /^(?:[-*+] (?:\[[ xX]\] )?|\d{1,9}[.)] )/;

function startOf(kind: LineKind, index: number): string {
  if (kind === 'numbers') return `${index + 1}. `;
  return { bullets: '- ', tasks: '- [ ] ', quote: '> ' }[kind];
}

/** Makes the selected lines a list or a quote, or plain lines again if all of them were one. */
export function toggleLines(kind: LineKind): StateCommand {
  return ({ state, dispatch }) => {
    const lines = selectedLines(state);
    const written = lines.filter(({ text }) => text.trim() !== '');
    const parts = (written.length === 0 ? lines : written).map(({ from, text }) => {
      const indent = /^\s*/.exec(text)?.[0].length ?? 0;
      return { from: from + indent, rest: text.slice(indent) };
    });
    const isOn = parts.every(({ rest }) => starts[kind].test(rest));
    const changes = parts.map(({ from, rest }, index): ChangeSpec => {
      const old = (isOn || kind === 'quote' ? starts[kind] : anyList).exec(rest)?.[0] ?? '';
      if (kind === 'quote' && !isOn) return { from, insert: '> ' };
      return { from, to: from + old.length, insert: isOn ? '' : startOf(kind, index) };
    });
    dispatch(applied(state, changes));
    return true;
  };
}

const deepestHeading = 3;

/** Plain text, then a heading of the first, second and third level, then plain text again. */
export const cycleHeading: StateCommand = ({ state, dispatch }) => {
  const changes = selectedLines(state).map(({ from, text }): ChangeSpec => {
    const marks = /^(#{1,6}) /.exec(text)?.[1] ?? '';
    const level = marks.length >= deepestHeading ? 0 : marks.length + 1;
    const to = from + (marks === '' ? 0 : marks.length + 1);
    return { from, to, insert: level === 0 ? '' : `${'#'.repeat(level)} ` };
  });
  dispatch(applied(state, changes));
  return true;
};

/** Words become code in a line; lines, or nothing at all, a block of code. */
export const toggleCode: StateCommand = (target) => {
  const { state, dispatch } = target;
  const { from, to, empty } = state.selection.main;
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)];
  const isBlock = empty ? first.text.trim() === '' : first.number !== last.number;
  if (!isBlock) return toggleMark('`')(target);
  const inside = state.sliceDoc(first.from, last.to);
  const insert = `\`\`\`\n${inside}\n\`\`\``;
  dispatch(
    state.update({
      changes: { from: first.from, to: last.to, insert },
      selection: { anchor: first.from + 3 },
      userEvent: 'input',
      scrollIntoView: true,
    }),
  );
  return true;
};

/** The selected words become the text of a link, with the caret where its address goes. */
export const insertLink: StateCommand = ({ state, dispatch }) => {
  const { from, to } = state.selection.main;
  const words = state.sliceDoc(from, to);
  const isAddress = /^https?:\/\/\S+$/.test(words);
  const insert = isAddress ? `[](${words})` : `[${words}]()`;
  const anchor = isAddress || words === '' ? from + 1 : from + insert.length - 1;
  dispatch(
    state.update({
      changes: { from, to, insert },
      selection: { anchor },
      userEvent: 'input',
      scrollIntoView: true,
    }),
  );
  return true;
};

/** The same key opens the palette where nothing is selected. */
export const linkSelection: StateCommand = (target) =>
  target.state.selection.main.empty ? false : insertLink(target);

const firstCell = 'Column 1';

export const insertTable: StateCommand = ({ state, dispatch }) => {
  const line = state.doc.lineAt(state.selection.main.head);
  const isEmpty = line.text.trim() === '';
  const before = isEmpty ? gapBefore(state, line.from) : '\n\n';
  const at = isEmpty ? line.from : line.to;
  const table = `| ${firstCell} | Column 2 |\n| --- | --- |\n|  |  |\n`;
  const start = at + before.length + 2;
  dispatch(
    state.update({
      changes: { from: at, to: line.to, insert: `${before}${table}` },
      selection: { anchor: start, head: start + firstCell.length },
      userEvent: 'input',
      scrollIntoView: true,
    }),
  );
  return true;
};

/** In a table: on to the next cell, and from the last one to a new row. */
export const nextCell: StateCommand = ({ state, dispatch }) => {
  const line = state.doc.lineAt(state.selection.main.head);
  if (!isRow(line.text)) return false;
  const next = cellAfter(line.text, state.selection.main.head - line.from);
  if (next) return chosen(state, dispatch, line.from, next);
  for (let number = line.number + 1; number <= state.doc.lines; number += 1) {
    const below = state.doc.line(number);
    if (!isRow(below.text)) break;
    const first = isRuler(below.text) ? undefined : cellAfter(below.text, -1);
    if (first) return chosen(state, dispatch, below.from, first);
  }
  const row = `\n|${'  |'.repeat(Math.max(1, cellsOf(line.text).length))}`;
  dispatch(
    state.update({
      changes: { from: line.to, insert: row },
      selection: { anchor: line.to + 3 },
      userEvent: 'input',
      scrollIntoView: true,
    }),
  );
  return true;
};

interface Cell {
  readonly from: number;
  readonly to: number;
}

function isRow(text: string): boolean {
  return /^\s*\|.*\|\s*$/.test(text);
}

function isRuler(text: string): boolean {
  return /^[\s|:-]+$/.test(text) && text.includes('-');
}

/** Where the words of each cell stand in a row. */
function cellsOf(text: string): readonly Cell[] {
  const bars = [...text.matchAll(/(?<!\\)\|/g)].map(({ index }) => index);
  return bars.slice(0, -1).map((bar, index) => {
    const inside = text.slice(bar + 1, bars[index + 1]);
    const words = inside.trim();
    const from = words === '' ? bar + 1 + Math.min(1, inside.length) : bar + 1 + inside.indexOf(words);
    return { from, to: from + words.length };
  });
}

function cellAfter(text: string, at: number): Cell | undefined {
  return cellsOf(text).find(({ from }) => from > at);
}

function chosen(
  state: EditorState,
  dispatch: Parameters<StateCommand>[0]['dispatch'],
  offset: number,
  { from, to }: Cell,
): boolean {
  dispatch(state.update({ selection: { anchor: offset + from, head: offset + to }, scrollIntoView: true }));
  return true;
}

function selectedLines(state: EditorState): readonly { readonly from: number; readonly text: string }[] {
  const { from, to } = state.selection.main;
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number];
  return Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index));
}

function applied(state: EditorState, changes: readonly ChangeSpec[]) {
  const set = state.changes([...changes]);
  // A caret at the start of a line stays behind what was put there.
  const selection = state.selection.map(set, 1);
  return state.update({ changes: set, selection, userEvent: 'input', scrollIntoView: true });
}

/** A table needs an empty line above it. */
function gapBefore(state: EditorState, at: number): string {
  if (at === 0) return '';
  return state.doc.lineAt(at - 1).text.trim() === '' ? '' : '\n';
}
