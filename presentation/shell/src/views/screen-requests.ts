import type { DisplayMode } from './display-mode.ts';
import type { ViewRecord } from './view-record.ts';

interface Ports {
  readonly record: Pick<ViewRecord, 'allowed' | 'refused'>;
  mode(): DisplayMode;
  setMode(mode: DisplayMode): void;
  /** The last mode that the View requested and didn't get. */
  asked(): DisplayMode | undefined;
  setAsked(mode: DisplayMode): void;
  hasGesture(): Promise<boolean>;
}

/** Decides whether a View gets the mode that it requests: only if the user has just done something in it. */
export class ScreenRequests {
  readonly #ports: Ports;
  /** The user left the mode that the View had requested, and has not chosen it again since. */
  #hasLeft = false;
  #isDeciding = false;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** The user chose a mode, which also lets the View ask again. */
  show(mode: DisplayMode): void {
    this.#hasLeft = false;
    this.#ports.setMode(mode);
  }

  /** The user left the mode, which is final: the View can't return to it by itself. */
  leave(): void {
    if (this.#ports.mode() === 'inline') return;
    this.#hasLeft = true;
    this.#ports.setMode('inline');
  }

  /** Resolves to the View's resulting mode. */
  async request(mode: DisplayMode, isOver: () => boolean): Promise<DisplayMode> {
    const { mode: current, record } = this.#ports;
    if (isOver() || this.#isDeciding) return current();
    if (mode !== 'inline') {
      this.#isDeciding = true;
      const hasGesture = !this.#hasLeft && (await this.#ports.hasGesture());
      this.#isDeciding = false;
      if (isOver() || current() === mode) return current();
      if (!hasGesture || this.#hasLeft) {
        this.#refuse(mode);
        return current();
      }
    }
    record.allowed('ui/request-display-mode', mode);
    this.#ports.setMode(mode);
    return current();
  }

  #refuse(mode: DisplayMode): void {
    const reason = this.#hasLeft
      ? 'The user has already left this mode.'
      : 'The user has not interacted with the View.';
    if (this.#ports.asked() !== mode) this.#ports.record.refused('ui/request-display-mode', reason);
    this.#ports.setAsked(mode);
  }
}
