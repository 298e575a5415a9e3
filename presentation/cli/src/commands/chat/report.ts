import { printable, printableJson, printableLine } from '../../output/printable.ts';
import { PrintableStream } from '../../output/printable-stream.ts';
import { styleFor, type Style } from '../../output/style.ts';
import { TerminalMarkdown } from '../../output/terminal-markdown.ts';
import { fitted, wrapped } from '../../output/width.ts';
import type { Sink, World } from '../../world.ts';
import type { ChatEvent } from './chat-event.ts';
import { boundedLines } from './inputs/bounded-lines.ts';

/** The output of a conversation. */
export interface Report {
  /** The style of the stream beside the reply. */
  readonly style: Style;
  tell(event: ChatEvent): void;
  /**
   * The state of a turn that has nothing to show yet, such as a wait for a slow model. A terminal shows it on a line that
   * disappears before the next output; elsewhere nothing is written. Undefined removes it.
   */
  activity(text: string | undefined): void;
  /** A sentence for the user, beside the reply. It may come from strangers. */
  say(text: string): void;
  /** A raw line beside the reply. The caller makes it printable. */
  line(text: string): void;
  /** Makes the next output start on a new line. */
  freshLine(): void;
}

export type Reader = 'people' | 'hurried people' | 'programs';

export function reportFor(world: World, reader: Reader): Report {
  return reader === 'programs' ? new LinesReport(world) : new PageReport(world, reader);
}

/** The cursor's line, shared by the two streams of a terminal. */
interface Margin {
  isAtStart: boolean;
  /** Erases a line that was only meant to stay until the next output. */
  clear?: (() => void) | undefined;
}

class Pen {
  readonly #sink: Sink;
  readonly #margin: Margin;

  constructor(sink: Sink, margin: Margin) {
    this.#sink = sink;
    this.#margin = margin;
  }

  get isAtStart(): boolean {
    return this.#margin.isAtStart;
  }

  write(text: string): void {
    if (text === '') return;
    this.clear();
    this.#sink.write(text);
    this.#margin.isAtStart = text.endsWith('\n');
  }

  /** A line that disappears before the next output. */
  brief(text: string): void {
    this.#sink.write(`\r${text}\u001b[K`);
    this.#margin.clear = () => this.#sink.write('\r\u001b[K');
  }

  clear(): void {
    this.#margin.clear?.();
    this.#margin.clear = undefined;
  }

  freshLine(): void {
    this.clear();
    if (!this.#margin.isAtStart) this.write('\n');
  }
}

/** The side of a conversation that both kinds of readers have: lines on the other stream. */
class SideReport {
  readonly style: Style;
  readonly side: Pen;
  readonly cells: number;

  constructor({ complaints, env }: World, margin: Margin) {
    this.style = styleFor(complaints.isTerminal, env);
    this.side = new Pen(complaints, margin);
    const { columns } = complaints;
    this.cells = columns === undefined || columns < 1 ? Number.POSITIVE_INFINITY : columns;
  }

  say(text: string): void {
    for (const line of wrapped(printable(text), this.cells)) this.line(line);
  }

  line(text: string): void {
    this.freshLine();
    this.side.write(`${text}\n`);
  }

  freshLine(): void {
    this.side.freshLine();
  }
}

class LinesReport extends SideReport implements Report {
  readonly #out: Sink;

  constructor(world: World) {
    super(world, { isAtStart: true });
    this.#out = world.out;
  }

  tell(event: ChatEvent): void {
    const { line: _line, ...rest } = event as ChatEvent & { readonly line?: string };
    this.#out.write(`${printableJson(rest)}\n`);
  }

  activity(): void {}
}

/** Writes the agent's words to one stream, so that they can be kept, and everything else to the other. */
class PageReport extends SideReport implements Report {
  readonly #isHurried: boolean;
  readonly #out: Pen;
  readonly #isOneScreen: boolean;
  readonly #showsProgress: boolean;
  readonly #page: TerminalMarkdown;
  #stream = new PrintableStream();
  #streams: 'text' | 'reasoning' | undefined;

  constructor(world: World, reader: Exclude<Reader, 'programs'>) {
    const margin: Margin = { isAtStart: true };
    super(world, margin);
    this.#isOneScreen = world.out.isTerminal && world.complaints.isTerminal;
    this.#out = new Pen(world.out, this.#isOneScreen ? margin : { isAtStart: true });
    this.#showsProgress = world.complaints.isTerminal;
    this.#isHurried = reader === 'hurried people';
    const { columns } = world.out;
    const cells = columns === undefined || columns < 1 ? Number.POSITIVE_INFINITY : columns;
    this.#page = new TerminalMarkdown(styleFor(world.out.isTerminal, world.env), cells);
  }

  tell(event: ChatEvent): void {
    if (event.type === 'text') return this.#flow('text', event.text);
    if (event.type === 'reasoning') return this.#isHurried ? undefined : this.#flow('reasoning', event.text);
    if (event.type === 'usage') return;
    // Text after this starts a new paragraph, also where only the agent's words are kept.
    this.#breakOff();
    if (event.type === 'error') return this.line(this.style.bad(`Error: ${printable(event.message)}`));
    if (this.#isHurried) return;
    if (event.type === 'notice') return this.say(event.text);
    if (event.type === 'resource') return this.line(`[${printableLine(event.uri)}]`);
    if (event.type !== 'tool') return;
    const { status } = event;
    const isOver = status === 'completed' || status === 'cancelled';
    // One line for each call; where somebody watches, one more when it starts to take its time.
    if (isOver || (status === 'running' && this.#showsProgress)) {
      const mark = isOver ? '•' : '…';
      this.line(this.style.faint(fitted(`${mark} ${event.line}`, Math.min(this.cells - 1, 160))));
    }
    // Agents leave out of their answer what a View shows.
    if (status === 'completed' && event.hasView && event.result !== undefined)
      for (const line of boundedLines(event.result)) this.line(`  ${line}`);
  }

  activity(text: string | undefined): void {
    if (!this.#showsProgress || this.#isHurried) return;
    if (text === undefined) return this.side.clear();
    // In the middle of a line it would be taken for a part of the reply.
    if (!this.side.isAtStart) return;
    // Some terminals don't say how wide they are.
    const cells = Number.isFinite(this.cells) ? this.cells : 80;
    this.side.brief(this.style.faint(fitted(`… ${printableLine(text)}`, cells - 1)));
  }

  override freshLine(): void {
    if (this.#isOneScreen || this.#streams === 'reasoning') this.#endStream();
    super.freshLine();
  }

  #breakOff(): void {
    this.#endStream();
    this.#out.freshLine();
    this.side.freshLine();
  }

  #flow(kind: 'text' | 'reasoning', text: string): void {
    if (this.#streams !== kind) this.#breakOff();
    this.#streams = kind;
    const printed = this.#stream.push(text);
    this.#put(kind, kind === 'text' ? this.#page.push(printed) : printed);
  }

  #endStream(): void {
    const printed = this.#stream.end();
    if (this.#streams === 'text') this.#put('text', this.#page.push(printed) + this.#page.end());
    else if (this.#streams === 'reasoning') this.#put('reasoning', printed);
    this.#streams = undefined;
  }

  #put(kind: 'text' | 'reasoning', text: string): void {
    if (kind === 'text') return this.#out.write(text);
    // Line by line, so that no color is left on when a line ends.
    this.side.write(
      text
        .split('\n')
        .map((line) => this.style.faint(line))
        .join('\n'),
    );
  }
}
