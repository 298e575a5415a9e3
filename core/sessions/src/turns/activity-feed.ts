import type { Scheduler } from '@loggia/kernel';

/** The minimum time between two progress reports that reach the log. */
const pauseMs = 250;
const longest = 200;

/**
 * Decides what a chat shows as its activity: the agent's own, or instead the latest report of a running call. The log
 * changes only a few times per second, however often calls report.
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

  /** The agent's own activity is shown immediately. */
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
