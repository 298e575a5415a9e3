import type { OpenedSandbox } from '@loggia/protocol';
import type { DisplayMode } from './display-mode.ts';
import type { ViewRecord } from './view-record.ts';

interface Ports {
  readonly record: Pick<ViewRecord, 'allowed' | 'refused'>;
  mode(): DisplayMode;
  setMode(mode: DisplayMode): void;
  /** The mode that the View asked for last and was not given. */
  asked(): DisplayMode | undefined;
  setAsked(mode: DisplayMode): void;
  hasGesture(inner: OpenedSandbox['inner']): Promise<boolean>;
}

/** Decides whether a View gets the screen that it asks for: only if the user has just done something in it. */
export class ScreenRequests {
  readonly #ports: Ports;
  /** The user left the screen that it had taken, and has not given it back since. */
  #hasLeft = false;
  #isDeciding = false;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** The user shows it in a mode, which also lets it ask again. */
  show(mode: DisplayMode): void {
    this.#hasLeft = false;
    this.#ports.setMode(mode);
  }

  /** The user is done with it on the screen, which is final: the View can't go back there by itself. */
  leave(): void {
    if (this.#ports.mode() === 'inline') return;
    this.#hasLeft = true;
    this.#ports.setMode('inline');
  }

  /** Resolves to the mode that the View is in then. */
  async request(
    mode: DisplayMode,
    inner: OpenedSandbox['inner'],
    isOver: () => boolean,
  ): Promise<DisplayMode> {
    const { mode: current, record } = this.#ports;
    if (isOver() || this.#isDeciding) return current();
    if (mode !== 'inline') {
      this.#isDeciding = true;
      const hasGesture = !this.#hasLeft && (await this.#ports.hasGesture(inner));
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
      ? 'The user has left it before.'
      : 'The user has not done anything in the View.';
    if (this.#ports.asked() !== mode) this.#ports.record.refused('ui/request-display-mode', reason);
    this.#ports.setAsked(mode);
  }
}
