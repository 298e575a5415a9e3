import type { Scheduler } from '@loggia/kernel';

/** Between two reports of a call that reach the log. */
const pauseMs = 250;
const longest = 200;

/**
 * What a chat shows of its turn: what the agent says that it does, and in its place what a running call reports, the
 * last one that spoke. However much calls report, the chat changes a few times in a second at most.
 */
export class ActivityFeed {
  readonly #scheduler: Pick<Scheduler, 'after'>;
  readonly #show: (text: string | undefined) => void;
  readonly #reports = new Map<string, string>();
  #own: string | undefined;
  #wanted: string | undefined;
  #shown: string | undefined;
  #cancelPause: (() => void) | undefined;
  #stopped = false;

  constructor(scheduler: Pick<Scheduler, 'after'>, show: (text: string | undefined) => void) {
    this.#scheduler = scheduler;
    this.#show = show;
  }

  /** The agent itself is shown at once. */
  set(text: string | undefined): void {
    this.#own = text;
    this.#wanted = text;
    this.#showWanted();
  }

  report(call: string, text: string): void {
    const line = text.replaceAll(/\s+/g, ' ').trim().slice(0, longest);
    if (line === '') return;
    this.#reports.delete(call);
    this.#reports.set(call, line);
    this.#want(line);
  }

  ended(call: string): void {
    if (this.#reports.delete(call)) this.#want([...this.#reports.values()].at(-1) ?? this.#own);
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelPause?.();
  }

  #want(text: string | undefined): void {
    this.#wanted = text;
    if (this.#cancelPause || this.#stopped) return;
    this.#showWanted();
    this.#pause();
  }

  #pause(): void {
    this.#cancelPause = this.#scheduler.after(pauseMs, () => {
      this.#cancelPause = undefined;
      if (this.#wanted !== this.#shown) this.#want(this.#wanted);
    });
  }

  #showWanted(): void {
    this.#shown = this.#wanted;
    this.#show(this.#wanted);
  }
}
