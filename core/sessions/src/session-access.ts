import type { Kernel } from '@loggia/kernel';
import type { SessionAction, SessionState } from '@loggia/protocol';
import type { ChatLog } from './chat-log.ts';
import { isClosing } from './closing.ts';
import type { SessionAccess } from './equipment.ts';

export interface SessionAccessPorts {
  readonly kernel: Kernel;
  readonly log: ChatLog;
  declaredChanged(): void;
  report(problem: string, error: unknown): void;
}

/**
 * Access to sessions for equipment. Calls may come while the host is closing, so nothing here throws for that reason.
 */
export class KernelSessionAccess implements SessionAccess {
  readonly #ports: SessionAccessPorts;
  /** Actions waiting for sessions that are being loaded, in the order in which they came. */
  readonly #waiting = new Map<string, SessionAction[]>();

  constructor(ports: SessionAccessPorts) {
    this.#ports = ports;
  }

  state(uri: string): SessionState | undefined {
    const found = this.#ports.kernel.peek<SessionState>(uri);
    return found?.kind === 'session' ? found.state : undefined;
  }

  async load(uri: string): Promise<SessionState | undefined> {
    try {
      const found = await this.#ports.kernel.load<SessionState>(uri);
      return found?.kind === 'session' ? found.state : undefined;
    } catch (error) {
      if (isClosing(error)) return undefined;
      throw error;
    }
  }

  append(uri: string, action: SessionAction): void {
    const waiting = this.#waiting.get(uri);
    if (waiting) waiting.push(action);
    else if (this.state(uri)) this.#appendNow(uri, action);
    else {
      const actions = [action];
      this.#waiting.set(uri, actions);
      void this.#appendLoaded(uri, actions);
    }
  }

  declaredChanged(): void {
    try {
      this.#ports.declaredChanged();
    } catch (error) {
      if (!isClosing(error)) throw error;
    }
  }

  #appendNow(uri: string, action: SessionAction): void {
    const { kernel, log } = this.#ports;
    const session = kernel.peek<SessionState>(uri);
    try {
      if (session?.kind === 'session') log.appendSession(session, action);
    } catch (error) {
      if (!isClosing(error)) throw error;
    }
  }

  async #appendLoaded(uri: string, actions: readonly SessionAction[]): Promise<void> {
    try {
      await this.load(uri);
      this.#waiting.delete(uri);
      for (const action of actions) this.#appendNow(uri, action);
    } catch (error) {
      this.#waiting.delete(uri);
      this.#ports.report(`Could not tell ${uri} what became of its customizations`, error);
    }
  }
}
