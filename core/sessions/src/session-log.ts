import type { Kernel } from '@loggia/kernel';
import { Announcer, type SessionListener } from './announcer.ts';
import { ChatLog } from './chat-log.ts';
import { KernelSessionAccess } from './session-access.ts';
import type { SessionAccess } from './equipment.ts';

export interface SessionLogPorts {
  readonly kernel: Kernel;
  readonly listener: SessionListener;
  report(problem: string, error: unknown): void;
}

/**
 * The one way to write to sessions, and to tell about the list of them. It is made before `Sessions`, since what equips
 * sessions writes to them as well, and is made before them too.
 */
export class SessionLog {
  readonly listener: SessionListener;
  readonly announcer: Announcer;
  readonly chats: ChatLog;
  /** For what equips sessions. */
  readonly sessionAccess: SessionAccess;
  #declaredChanged: () => void = () => undefined;

  constructor({ kernel, listener, report }: SessionLogPorts) {
    this.listener = listener;
    this.announcer = new Announcer(kernel, listener);
    this.chats = new ChatLog(kernel, this.announcer);
    this.sessionAccess = new KernelSessionAccess({
      kernel,
      log: this.chats,
      report,
      declaredChanged: () => this.#declaredChanged(),
    });
  }

  /** What every agent comes with has changed. */
  onDeclaredChanged(listener: () => void): void {
    this.#declaredChanged = listener;
  }
}
