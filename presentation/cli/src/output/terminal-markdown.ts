import { artifactOfLink, placeOfLink, textOfLink } from '@loggia/protocol';
import type { Style } from './style.ts';
import { fitted, padded, widthOf } from './width.ts';

/** Commands for pages of the shell. */
const commands: Readonly<Record<string, string>> = {
  'settings/models': 'loggia models add',
  servers: 'loggia servers add',
};

const narrowest = 6;
const gap = '  ';

/**
 * Renders Markdown on a terminal as it arrives: plain words at once, marked-up lines as soon as they are complete.
 * Tables are aligned when they end. The text must be made printable before, because this adds colors.
 */
export class TerminalMarkdown {
  readonly #style: Style;
  readonly #cells: number;
  /** The part of the current line that waits for its end. */
  #held = '';
  /** Whether something of the current line was shown already. */
  #isBegun = false;
  #rows: string[] = [];
  #isCode = false;

  constructor(style: Style, cells: number) {
    this.#style = style;
    this.#cells = cells;
  }

  push(text: string): string {
    this.#held += text;
    const lines = this.#held.split('\n');
    this.#held = lines.pop() ?? '';
    return lines.map((line) => this.#endLine(line)).join('') + this.#begin();
  }

  end(): string {
    const rest = this.#held === '' ? '' : this.#line(this.#held);
    this.#held = '';
    this.#isBegun = false;
    const table = this.#endTable();
    this.#isCode = false;
    return `${table}${rest}`;
  }

  /** The part of an unfinished line that can be shown: plain words, as long as no markup has begun. */
  #begin(): string {
    if (this.#isCode || this.#rows.length > 0) return '';
    if (!this.#isBegun && /^\s*(?:$|[#>|`~]|\d+[.)]|[-+*])/u.test(this.#held)) return '';
    const at = this.#held.search(/[\\[\]*_`!<]/u);
    const ready = at < 0 ? this.#held : this.#held.slice(0, at);
    this.#held = this.#held.slice(ready.length);
    if (ready !== '') this.#isBegun = true;
    return ready;
  }

  #endLine(line: string): string {
    const isWhole = !this.#isBegun;
    this.#isBegun = false;
    if (isWhole && /^\s*(?:```|~~~)/u.test(line)) {
      this.#isCode = !this.#isCode;
      return this.#endTable();
    }
    if (isWhole && !this.#isCode && /^\s*\|.*\|\s*$/u.test(line)) {
      this.#rows.push(line);
      return '';
    }
    return `${this.#endTable()}${isWhole ? this.#line(line) : this.#inline(line)}\n`;
  }

  #line(line: string): string {
    if (this.#isCode) return line;
    const heading = /^#{1,6}\s+(.*)$/u.exec(line);
    if (heading) return this.#style.strong(this.#inline(heading[1] ?? ''));
    const quote = /^>\s?(.*)$/u.exec(line);
    return quote ? `${this.#style.faint('│')} ${this.#inline(quote[1] ?? '')}` : this.#inline(line);
  }

  /** Links, emphasis, code and escapes. */
  #inline(text: string): string {
    const { strong } = this.#style;
    const marks =
      /\\([!-/:-@[-`{-~])|(`+)(.+?)\2(?!`)|\[((?:\\.|[^\]\\])*)\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)|\*\*(.+?)\*\*/gu;
    return text.replaceAll(
      marks,
      (
        whole,
        escaped?: string,
        _ticks?: string,
        code?: string,
        label?: string,
        href?: string,
        bold?: string,
      ) => {
        if (escaped !== undefined) return escaped;
        if (code !== undefined) return code.trim();
        if (bold !== undefined) return strong(this.#inline(bold));
        return label === undefined || href === undefined ? whole : this.#link(this.#inline(label), href);
      },
    );
  }

  #link(label: string, href: string): string {
    if (artifactOfLink(href) !== undefined) return this.#style.strong(label);
    const said = textOfLink(href);
    if (said !== undefined) {
      return said.toLowerCase() === label.toLowerCase() ? `“${said}”` : `${label} (“${said}”)`;
    }
    const place = placeOfLink(href);
    if (place) {
      const command = commands[place.join('/')];
      return command === undefined ? label : `${label} (${command})`;
    }
    return label === href ? href : `${label} (${href})`;
  }

  #endTable(): string {
    if (this.#rows.length === 0) return '';
    const rows = this.#rows.map(cellsOf);
    this.#rows = [];
    const ruler = rows.findIndex((row) => row.every((cell) => /^:?-+:?$/u.test(cell)));
    const isRight = (rows[ruler] ?? []).map((cell) => cell.endsWith('-:'));
    const shown = rows
      .filter((_, at) => at !== ruler)
      .map((row) => row.map((cell) => this.#inlineCell(cell)));
    const width = Math.max(...shown.map((row) => row.length));
    const widths = shrunk(
      Array.from({ length: width }, (_, at) => Math.max(0, ...shown.map((row) => widthOf(row[at] ?? '')))),
      this.#cells,
    );
    return shown
      .map((row, index) => {
        const line = widths
          .map((own, at) => {
            const cell = fitted(row[at] ?? '', own);
            return isRight[at] ? `${' '.repeat(Math.max(0, own - widthOf(cell)))}${cell}` : padded(cell, own);
          })
          .join(gap)
          .trimEnd();
        return `${index === 0 && ruler === 1 ? this.#style.faint(line) : line}\n`;
      })
      .join('');
  }

  /** Colors would count as width. */
  #inlineCell(cell: string): string {
    const plain = new TerminalMarkdown(
      { ...this.#style, strong: (text) => text, faint: (text) => text },
      this.#cells,
    );
    return plain.#inline(cell);
  }
}

function cellsOf(line: string): readonly string[] {
  return line
    .trim()
    .replaceAll(/^\||\|$/gu, '')
    .split(/(?<!\\)\|/u)
    .map((cell) => cell.trim());
}

/** Shrinks the widest column until all fit, or none can shrink further. */
function shrunk(natural: readonly number[], cells: number): readonly number[] {
  const widths = [...natural];
  const total = () => widths.reduce((sum, width) => sum + width, 0) + gap.length * (widths.length - 1);
  while (total() > cells) {
    const widest = Math.max(...widths);
    if (widest <= narrowest) break;
    widths[widths.indexOf(widest)] = widest - 1;
  }
  return widths;
}
