import { Journal, type JournalEntry } from './journal.ts';

type Ports = ConstructorParameters<typeof Journal>[0];

/** The record of one View's allowed and refused actions. */
export class ViewRecord {
  readonly #journal: Journal;

  constructor(ports: Ports) {
    this.#journal = new Journal(ports);
  }

  readonly add = (entry: JournalEntry): void => this.#journal.record(entry);

  allowed(method: string, target?: string): void {
    this.add({ method, ...(target !== undefined && { target }), decision: 'allowed', bytes: 0 });
  }

  /** Something was accepted though it isn't as it should be. */
  tolerated(method: string, reason: string): void {
    this.add({ method, decision: 'allowed', reason, bytes: 0 });
  }

  refused(method: string, reason: string): void {
    this.add({ method, decision: 'refused', reason, bytes: 0 });
  }

  /** A log message for which no server is responsible. */
  logged({ level, data }: Readonly<Record<string, unknown>>): void {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    this.add({
      method: 'notifications/message',
      ...(typeof level === 'string' && { target: level }),
      decision: 'allowed',
      reason: text ?? '',
      bytes: text?.length ?? 0,
    });
  }

  flush(): void {
    this.#journal.flush();
  }
}
