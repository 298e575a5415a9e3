import {
  explain,
  notificationTable,
  type Family,
  type NotificationName,
  type NotificationParams,
} from '@loggia/protocol';
import { Listeners } from './listeners.ts';
import type { Report } from './problem.ts';
import type { RawParams } from './rpc/read-message.ts';

type Hear = (params: RawParams) => void;

/** Listeners for notifications of the host. Notifications without a listener are ignored. */
export class Notifications {
  readonly #report: Report;
  readonly #listeners = new Map<string, Listeners<RawParams>>();

  constructor(report: Report) {
    this.#report = report;
  }

  add<Name extends NotificationName>(
    name: Name,
    listener: (params: NotificationParams<Name>) => void,
  ): () => void;
  add(name: string, listener: Hear): () => void;
  add(name: string, listener: Hear): () => void {
    const present = this.#listeners.get(name);
    const listeners = present ?? new Listeners<RawParams>(this.#report);
    if (!present) this.#listeners.set(name, listeners);
    return listeners.add(listener);
  }

  /** Those of 0.3 and those that the protocol does not know are passed on as they came. */
  tell(name: string, params: RawParams, family: Family): void {
    const listeners = this.#listeners.get(name);
    if (!listeners) return;
    const schema = family === '0.3' || !isKnown(name) ? undefined : notificationTable[name].params;
    const parsed = schema?.safeParse(params);
    if (parsed?.error) {
      this.#report({
        kind: 'malformed',
        message: `${name} was left out. ${explain(parsed.error, 'notification')}`,
      });
      return;
    }
    listeners.tell(parsed?.data ?? params);
  }
}

function isKnown(name: string): name is NotificationName {
  return Object.hasOwn(notificationTable, name);
}
