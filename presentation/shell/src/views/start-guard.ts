import type { Trouble } from './server-facts.ts';
import type { ViewEnvironment } from './view-environment.ts';
import { stoppedTrouble, suspectTrouble } from './view-troubles.ts';

/** Decides whether a View may start, based on earlier behavior of it and its template. */
export class StartGuard {
  readonly #view: string;
  readonly #environment: Pick<ViewEnvironment, 'startMarks' | 'stoppedViews'>;
  /** The user started it regardless of its history. */
  #isForced = false;

  constructor(view: string, environment: Pick<ViewEnvironment, 'startMarks' | 'stoppedViews'>) {
    this.#view = view;
    this.#environment = environment;
  }

  /** Lets the next start ignore its history. */
  force(template: string | undefined): void {
    this.#isForced = true;
    this.#environment.startMarks.forget(this.#view);
    this.#environment.stoppedViews.release(this.#view, template);
  }

  /** It stays stopped until the user runs it again, even after a reload. */
  stop(template: string | undefined, reason: string): void {
    this.#environment.stoppedViews.stop(this.#view, template, reason);
  }

  /** One start. Hindrances are checked twice: before a sandbox is opened, and when the template is known. */
  start(): {
    readonly hindrance: () => Promise<Trouble | undefined>;
    readonly hindranceOf: (template: string) => Trouble | undefined;
  } {
    const { startMarks, stoppedViews } = this.#environment;
    const isForced = this.#isForced;
    this.#isForced = false;
    return {
      hindrance: async () => {
        if (isForced) return undefined;
        const stopped = stoppedViews.reasonFor({ view: this.#view });
        if (stopped !== undefined) return stoppedTrouble(stopped);
        return (await startMarks.isSuspect(this.#view)) ? suspectTrouble : undefined;
      },
      hindranceOf: (template) => {
        if (isForced) stoppedViews.release(this.#view, template);
        const stopped = stoppedViews.reasonFor({ template });
        return stopped === undefined ? undefined : stoppedTrouble(stopped);
      },
    };
  }

  /** Its page starts to load; until `end`, it is the suspect if the browser freezes. */
  begin(): void {
    this.#environment.startMarks.begin(this.#view);
  }

  end(): void {
    this.#environment.startMarks.end(this.#view);
  }
}
