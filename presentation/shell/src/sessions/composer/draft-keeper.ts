import { Cell, type Environment, type Readable } from '@loggia/client';
import type { Message } from '@loggia/protocol';
import { draftOf, emptyDraft, messageOf, type Draft } from '../chat/speak.ts';

/** Long enough not to send every key, short enough that a reload loses nothing worth mentioning. */
const settleMs = 500;

/**
 * The draft of a message in a chat. Typed text shows at once and reaches the host when typing pauses; text typed in
 * another window shows here as long as nobody types here.
 */
export class DraftKeeper implements Readable<Draft> {
  readonly #environment: Pick<Environment, 'after'>;
  readonly #send: ((draft: Message | undefined) => void) | undefined;
  readonly #draft: Cell<Draft>;
  readonly getSnapshot: () => Draft;
  readonly subscribe: (listener: () => void) => () => void;
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
    this.#draft = new Cell(draftOf(initial));
    ({ getSnapshot: this.getSnapshot, subscribe: this.subscribe } = this.#draft);
    this.#known = essence(this.getSnapshot());
  }

  edit(change: Partial<Draft>): void {
    this.#draft.set({ ...this.getSnapshot(), ...change });
    if (this.#send === undefined) return;
    this.#cancel?.();
    this.#cancel = this.#environment.after(settleMs, () => this.flush());
  }

  /** The host's draft has changed, by us or by somebody else. */
  follow(remote: Message | undefined): void {
    const draft = draftOf(remote);
    const heard = essence(draft);
    if (heard === this.#known) return;
    const isTouched = essence(this.getSnapshot()) !== this.#known;
    this.#known = heard;
    if (!isTouched) this.#draft.set(draft);
  }

  /** The message, which then is no longer a draft. The choice of model and agent holds for the next one, too. */
  take(): Draft {
    const taken = this.getSnapshot();
    this.#draft.set({ ...emptyDraft, model: taken.model, agent: taken.agent });
    this.flush();
    return taken;
  }

  /** Tells the host now. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const draft = this.getSnapshot();
    const own = essence(draft);
    if (this.#send === undefined || own === this.#known) return;
    this.#known = own;
    this.#send(isEmpty(draft) ? undefined : messageOf(draft));
  }
}

function isEmpty({ text, attachments, model, agent }: Draft): boolean {
  return text === '' && attachments.length === 0 && model === undefined && agent === undefined;
}

function essence(draft: Draft): string {
  return isEmpty(draft) ? '' : JSON.stringify(messageOf(draft));
}
