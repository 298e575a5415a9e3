import '@xterm/xterm/css/xterm.css';
import type { ChannelView } from '@loggia/client';
import type { ActionEnvelope, TerminalAction, TerminalState } from '@loggia/protocol';
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { allowedDocument } from './allowed-document.ts';
import { themeAt } from './terminal-theme.ts';

export interface AttachOptions {
  readonly name: string;
  /** Tells this client's own resizing from that of others. */
  readonly clientId: string;
}

/**
 * The part that draws letters takes the page's document, whatever the terminal was given, and colors them with the style
 * attribute. There is no other way to it than its inside, so the release is pinned; without it, some colors are missing.
 */
function drawWith(terminal: Terminal, allowed: Document): void {
  const { _core } = terminal as unknown as {
    _core?: { _renderService?: { _renderer?: { value?: { _rowFactory?: { _document: Document } } } } };
  };
  const letters = _core?._renderService?._renderer?.value?._rowFactory;
  if (letters) letters._document = allowed;
}

/** A terminal of the host, drawn into an element. */
export class AttachedTerminal {
  readonly #view: ChannelView<TerminalState>;
  readonly #element: HTMLElement;
  readonly #clientId: string;
  readonly #terminal: Terminal;
  readonly #fit = new FitAddon();
  readonly #stops: (() => void)[] = [];
  #frame = 0;

  constructor(element: HTMLElement, view: ChannelView<TerminalState>, { name, clientId }: AttachOptions) {
    const allowed = allowedDocument(document);
    this.#view = view;
    this.#element = element;
    this.#clientId = clientId;
    this.#terminal = new Terminal({
      allowProposedApi: false,
      documentOverride: allowed.document,
      fontFamily: getComputedStyle(element).fontFamily,
      fontSize: 13,
      minimumContrastRatio: 4.5,
      screenReaderMode: true,
      scrollback: 5_000,
      theme: themeAt(element),
    });
    const terminal = this.#terminal;
    terminal.loadAddon(this.#fit);
    // Most of it draws with the document that it is given; the scroll bar takes the page's.
    allowed.during(() => terminal.open(element));
    drawWith(terminal, allowed.document);
    terminal.textarea?.setAttribute('aria-label', `${name}. Press F6 to leave the terminal.`);
    terminal.onData((data) => this.#send({ type: 'terminal/input', data }));
    terminal.onBinary((data) => this.#send({ type: 'terminal/input', data }));
    const resized = new ResizeObserver(() => this.#fitSoon());
    resized.observe(element);
    this.#stops.push(
      view.onSnapshot(() => this.#startOver()),
      view.onAction((envelope) => this.#follow(envelope)),
      () => resized.disconnect(),
      () => cancelAnimationFrame(this.#frame),
      () => terminal.dispose(),
      () => allowed.dispose(),
    );
    this.#startOver();
    this.fit();
  }

  focus(): void {
    this.#terminal.focus();
  }

  /** After the colors of the page changed. */
  recolor(): void {
    this.#terminal.options.theme = themeAt(this.#element);
  }

  /** The program gets the size of the place where it is shown; of several, the one that was sized last. */
  fit(): void {
    const size = this.#fit.proposeDimensions();
    if (!size || !Number.isFinite(size.cols) || !Number.isFinite(size.rows) || size.rows < 2) return;
    const { cols, rows } = size;
    this.#terminal.resize(cols, rows);
    const { state } = this.#view;
    if (state?.lifecycle.status !== 'running' || (state.cols === cols && state.rows === rows)) return;
    this.#send({ type: 'terminal/resized', cols, rows });
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
  }

  #fitSoon(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.fit());
  }

  #send(action: TerminalAction): void {
    if (this.#view.state?.lifecycle.status === 'running') this.#view.dispatch(action);
  }

  #startOver(): void {
    this.#terminal.reset();
    for (const part of this.#view.confirmed?.content ?? []) {
      this.#terminal.write(part.type === 'command' ? part.output : part.value);
    }
  }

  #follow({ action, origin }: ActionEnvelope): void {
    const told = action as TerminalAction;
    if (told.type === 'terminal/data') this.#terminal.write(told.data);
    if (told.type === 'terminal/cleared') this.#terminal.reset();
    if (told.type === 'terminal/resized' && origin?.clientId !== this.#clientId) {
      this.#terminal.resize(told.cols, told.rows);
    }
  }
}
