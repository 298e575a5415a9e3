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
 * The only way to write to sessions and to announce changes to their list. It is created before `Sessions`, because
 * equipment also writes to sessions and is created before them too.
 */
export class SessionLog {
  readonly listener: SessionListener;
  readonly announcer: Announcer;
  readonly chats: ChatLog;
  /** For equipment. */
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

  /** Calls the listener when the customizations that every agent has were changed. */
  onDeclaredChanged(listener: () => void): void {
    this.#declaredChanged = listener;
  }
}
