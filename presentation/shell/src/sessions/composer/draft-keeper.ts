import type { Environment, Readable } from '@loggia/client';
import type { Message } from '@loggia/protocol';
import { draftOf, emptyDraft, messageOf, type Draft } from '../chat/speak.ts';

/** Long enough not to send every key, short enough that a reload loses nothing worth mentioning. */
const settleMs = 500;

/**
 * The message that is being written in a chat. What is typed shows at once and reaches the host when the typing rests;
 * what is typed in another window shows here as long as nobody types here.
 */
export class DraftKeeper implements Readable<Draft> {
  readonly #environment: Pick<Environment, 'after'>;
  readonly #send: ((draft: Message | undefined) => void) | undefined;
  readonly #listeners = new Set<() => void>();
  #draft: Draft;
  /** As the host knows it, or will once it has heard what was sent. */
  #known: string;
  #cancel: (() => void) | undefined;

  constructor(
    environment: Pick<Environment, 'after'>,
    /** Absent: it is kept here alone. */
    send?: (draft: Message | undefined) => void,
    initial?: Message,
  ) {
    this.#environment = environment;
    this.#send = send;
    this.#draft = draftOf(initial);
    this.#known = essence(this.#draft);
  }

  readonly getSnapshot = (): Draft => this.#draft;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  edit(change: Partial<Draft>): void {
    this.#show({ ...this.#draft, ...change });
    if (this.#send === undefined) return;
    this.#cancel?.();
    this.#cancel = this.#environment.after(settleMs, () => this.flush());
  }

  /** The host's draft has changed, by us or by somebody else. */
  follow(remote: Message | undefined): void {
    const draft = draftOf(remote);
    const heard = essence(draft);
    if (heard === this.#known) return;
    const isTouched = essence(this.#draft) !== this.#known;
    this.#known = heard;
    if (!isTouched) this.#show(draft);
  }

  /** The message, which is then no draft any more. Model and agent are a choice that holds for the next one too. */
  take(): Draft {
    const taken = this.#draft;
    this.#show({ ...emptyDraft, model: taken.model, agent: taken.agent });
    this.flush();
    return taken;
  }

  /** Tells the host now. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const own = essence(this.#draft);
    if (this.#send === undefined || own === this.#known) return;
    this.#known = own;
    this.#send(isEmpty(this.#draft) ? undefined : messageOf(this.#draft));
  }

  #show(draft: Draft): void {
    this.#draft = draft;
    for (const listener of this.#listeners) listener();
  }
}

function isEmpty({ text, attachments, model, agent }: Draft): boolean {
  return text === '' && attachments.length === 0 && model === undefined && agent === undefined;
}

function essence(draft: Draft): string {
  return isEmpty(draft) ? '' : JSON.stringify(messageOf(draft));
}
