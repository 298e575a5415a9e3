import type { Channel, Clock, Kernel, Origin, Scheduler } from '@loggia/kernel';
import type { TerminalAction, TerminalInfo, TerminalState } from '@loggia/protocol';
import { AnnouncedFacts, type Announced } from './announced.ts';
import { costOfWrite, PacedOutput } from './paced-output.ts';
import type { Pty } from './pty/start-pty.ts';

export interface RunningPorts {
  readonly kernel: Kernel;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Changes the entry on the root channel. */
  listed(changes: Partial<TerminalInfo>): void;
}

/** When this much has been logged, the log is replaced by the state, which is bounded. */
const longestLog = 1024 * 1024;
const announceMs = 100;
/** Output is told before it is stored; when this much of it has been, it waits for the store. */
const mostAhead = 256 * 1024;

/** A terminal whose program runs. It is in memory for as long. */
export class RunningTerminal {
  readonly channel: Channel<TerminalState>;
  readonly #ports: RunningPorts;
  readonly #pty: Pty;
  readonly #output: PacedOutput;
  readonly #facts = new AnnouncedFacts();
  readonly #release: () => void;
  #announced: Announced = {};
  #cancelAnnounce: (() => void) | undefined;
  #logged = 0;
  #ahead = 0;
  #isOver = false;

  constructor(channel: Channel<TerminalState>, pty: Pty, ports: RunningPorts) {
    const { kernel, clock, scheduler } = ports;
    this.channel = channel;
    this.#pty = pty;
    this.#ports = ports;
    this.#release = kernel.pin(channel);
    this.#output = new PacedOutput({ clock, scheduler, source: pty, write: (data) => this.#write(data) });
  }

  output(text: string): void {
    if (this.#isOver) return;
    const { title, cwd } = this.#facts.read(text);
    if (title !== undefined || cwd !== undefined)
      this.#announceSoon({ ...this.#announced, ...defined({ title, cwd }) });
    this.#output.push(text);
  }

  input(text: string): void {
    this.#pty.write(text);
  }

  resize(cols: number, rows: number, origin: Origin): void {
    this.append({ type: 'terminal/resized', cols, rows }, origin);
    this.#pty.resize(cols, rows);
  }

  /** Also deletes the output from the log. */
  clear(origin: Origin): void {
    this.#output.discard();
    this.append({ type: 'terminal/cleared' }, origin);
    this.#forget();
  }

  append(action: TerminalAction, origin?: Origin): void {
    this.#ports.kernel.append(this.channel, action, origin);
  }

  async exited({ exitCode }: { readonly exitCode?: number }): Promise<void> {
    if (this.#isOver) return;
    await this.#output.end();
    if (this.#isOver) return;
    this.#announce();
    const code = exitCode === undefined ? {} : { exitCode };
    this.append({ type: 'terminal/exited', ...code });
    this.#forget();
    this.#ports.listed({ lifecycle: { status: 'exited', ...code } });
    this.#close();
  }

  end(): void {
    this.#pty.end();
  }

  /** The channel is removed: nothing more is told. */
  abandon(): void {
    this.#output.discard();
    this.#close();
    this.#pty.end();
  }

  #close(): void {
    this.#isOver = true;
    this.#cancelAnnounce?.();
    this.#release();
  }

  async #write(data: string): Promise<void> {
    if (this.#isOver) return;
    this.append({ type: 'terminal/data', data });
    this.#logged += data.length;
    if (this.#logged > longestLog) this.#forget();
    this.#ahead += data.length + costOfWrite;
    if (this.#ahead < mostAhead) return;
    this.#ahead = 0;
    // Rejects when the host stops; the next one tells how this ended.
    await this.#ports.kernel.settled().catch(() => {});
  }

  #forget(): void {
    this.#logged = 0;
    this.#ports.kernel.forgetPast(this.channel);
  }

  /** Not at once: a program may change its title as often as it writes. */
  #announceSoon(announced: Announced): void {
    this.#announced = announced;
    this.#cancelAnnounce ??= this.#ports.scheduler.after(announceMs, () => this.#announce());
  }

  #announce(): void {
    const { title, cwd } = this.#announced;
    this.#cancelAnnounce?.();
    this.#cancelAnnounce = undefined;
    this.#announced = {};
    const { state } = this.channel;
    if (cwd !== undefined && cwd !== state.cwd) this.append({ type: 'terminal/cwdChanged', cwd });
    if (title === undefined || title === state.title) return;
    this.append({ type: 'terminal/titleChanged', title });
    this.#ports.listed({ title });
  }
}

function defined({ title, cwd }: { title: string | undefined; cwd: string | undefined }): Announced {
  return { ...(title !== undefined && { title }), ...(cwd !== undefined && { cwd }) };
}
