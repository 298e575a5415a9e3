import { printable, printableJson, printableLine } from '../../output/printable.ts';
import { PrintableStream } from '../../output/printable-stream.ts';
import { styleFor, type Style } from '../../output/style.ts';
import { fitted, wrapped } from '../../output/width.ts';
import type { Sink, World } from '../../world.ts';
import type { ChatEvent } from './chat-event.ts';

/** Where a conversation is shown. */
export interface Report {
  /** Of the stream beside the reply. */
  readonly style: Style;
  tell(event: ChatEvent): void;
  /** A sentence to whoever sits there, beside the reply. May come from strangers. */
  say(text: string): void;
  /** A line as it is, beside the reply: made printable by whoever calls this. */
  line(text: string): void;
  /** What comes next starts on a line of its own. */
  freshLine(): void;
}

export type Reader = 'people' | 'hurried people' | 'programs';

export function reportFor(world: World, reader: Reader): Report {
  return reader === 'programs' ? new LinesReport(world) : new PageReport(world, reader);
}

/** Where the cursor is. Two streams of one terminal share it. */
interface Margin {
  isAtStart: boolean;
}

class Pen {
  readonly #sink: Sink;
  readonly #margin: Margin;

  constructor(sink: Sink, margin: Margin) {
    this.#sink = sink;
    this.#margin = margin;
  }

  write(text: string): void {
    if (text === '') return;
    this.#sink.write(text);
    this.#margin.isAtStart = text.endsWith('\n');
  }

  freshLine(): void {
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
}

/** What the agent says goes to the one stream, so that it can be kept; everything around it to the other. */
class PageReport extends SideReport implements Report {
  readonly #isHurried: boolean;
  readonly #out: Pen;
  readonly #isOneScreen: boolean;
  readonly #showsProgress: boolean;
  #stream = new PrintableStream();
  #streams: 'text' | 'reasoning' | undefined;

  constructor(world: World, reader: Exclude<Reader, 'programs'>) {
    const margin: Margin = { isAtStart: true };
    super(world, margin);
    this.#isOneScreen = world.out.isTerminal && world.complaints.isTerminal;
    this.#out = new Pen(world.out, this.#isOneScreen ? margin : { isAtStart: true });
    this.#showsProgress = world.complaints.isTerminal;
    this.#isHurried = reader === 'hurried people';
  }

  tell(event: ChatEvent): void {
    if (event.type === 'text') return this.#flow('text', event.text);
    if (event.type === 'reasoning') return this.#isHurried ? undefined : this.#flow('reasoning', event.text);
    if (event.type === 'usage') return;
    // What is said after this is another paragraph, also where only what is said is kept.
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
    this.#put(kind, this.#stream.push(text));
  }

  #endStream(): void {
    if (this.#streams !== undefined) this.#put(this.#streams, this.#stream.end());
    this.#streams = undefined;
  }

  #put(kind: 'text' | 'reasoning', text: string): void {
    if (kind === 'text') return this.#out.write(text);
    // Line by line, so that no colour is left on when a line ends.
    this.side.write(
      text
        .split('\n')
        .map((line) => this.style.faint(line))
        .join('\n'),
    );
  }
}
