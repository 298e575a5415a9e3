import { HostError, type Readable } from '@loggia/client';
import { asError } from '../host/as-error.ts';

/** A text as the host has it. */
export interface StoredText {
  readonly text: string;
  /** Of its content; undefined where there is none. */
  readonly hash: string | undefined;
  readonly revision: number;
}

/** What is known of an artifact without reading it. */
export interface Seen {
  readonly hash: string | undefined;
  readonly revision: number;
}

interface Ports {
  read(): Promise<StoredText>;
  /** Rejects with a Conflict where the artifact is not at that revision any more. */
  save(text: string, ifRevision: number): Promise<Seen>;
  /** Calls once after so many milliseconds, unless the result is called before. */
  after(ms: number, run: () => void): () => void;
}

export interface TextDraftState {
  readonly status: 'saved' | 'waiting' | 'saving' | 'conflict' | 'failed';
  readonly text: string;
  /** Grows when the text was replaced by somebody else's. */
  readonly round: number;
  readonly error?: Error;
}

/** Long enough that a sentence is saved once, short enough that little is lost. */
const pauseMs = 800;

/**
 * A text that is being typed. It is saved in pauses, and only over what its writer has seen: where somebody else
 * changed it meanwhile, both texts stay until the writer has chosen.
 */
export class TextDraft implements Readable<TextDraftState> {
  readonly #ports: Ports;
  readonly #listeners = new Set<() => void>();
  #state: TextDraftState;
  /** What the text was made from. */
  #base: Seen;
  /** What somebody has told meanwhile, while it could not be looked at. */
  #news: Seen | undefined;
  #cancel: (() => void) | undefined;
  #isReading = false;
  #isDisposed = false;

  constructor(stored: StoredText, ports: Ports) {
    this.#ports = ports;
    this.#base = stored;
    this.#state = { status: 'saved', text: stored.text, round: 0 };
  }

  readonly getSnapshot = (): TextDraftState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  edit(text: string): void {
    if (text === this.#state.text) return;
    // While a save is under way, or a choice is due, the newer text waits for the end of that.
    const { status } = this.#state;
    const isHeld = status === 'saving' || status === 'conflict';
    this.#set({ ...this.#state, text, status: isHeld ? status : 'waiting' });
    if (!isHeld) this.#soon();
  }

  /** The artifact has changed, by whomever. */
  told(seen: Seen): void {
    if (seen.revision <= this.#base.revision) return;
    const { status } = this.#state;
    if (status === 'saving' || this.#isReading) {
      if (seen.revision > (this.#news?.revision ?? 0)) this.#news = seen;
      return;
    }
    // A new title, say: the text is still the one that was read.
    if (seen.hash === this.#base.hash) {
      this.#base = seen;
      return;
    }
    if (status === 'saved') void this.#takeTheirs();
    else this.#conflict();
  }

  /** Saves at once what waits to be saved. */
  flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    const { status } = this.#state;
    return status === 'waiting' || status === 'failed' ? this.#save() : Promise.resolve();
  }

  /** In a conflict: saves this text over the other one. */
  async keepMine(): Promise<void> {
    if (this.#state.status !== 'conflict') return;
    try {
      const { hash, revision } = await this.#ports.read();
      this.#base = { hash, revision };
    } catch (error) {
      this.#set({ ...this.#state, error: asError(error) });
      return;
    }
    await this.#save();
  }

  /** In a conflict: lets the other text have the place. */
  async takeTheirs(): Promise<void> {
    if (this.#state.status === 'conflict') await this.#takeTheirs();
  }

  /** Nothing is told any more. What waits to be saved is saved. */
  dispose(): Promise<void> {
    const saved = this.flush();
    this.#isDisposed = true;
    return saved;
  }

  async #takeTheirs(): Promise<void> {
    this.#isReading = true;
    const before = this.#state.text;
    try {
      const { text, hash, revision } = await this.#ports.read();
      this.#isReading = false;
      if (this.#state.text !== before) {
        this.#conflict();
        return;
      }
      this.#base = { hash, revision };
      const { round } = this.#state;
      this.#set({ status: 'saved', text, round: text === before ? round : round + 1 });
      this.#hearNews();
    } catch (error) {
      this.#isReading = false;
      this.#set({ ...this.#state, error: asError(error) });
    }
  }

  #soon(): void {
    this.#cancel?.();
    this.#cancel = this.#ports.after(pauseMs, () => {
      this.#cancel = undefined;
      void this.#save();
    });
  }

  async #save(): Promise<void> {
    const { text, round } = this.#state;
    this.#set({ status: 'saving', text, round });
    try {
      this.#base = await this.#ports.save(text, this.#base.revision);
    } catch (error) {
      if (error instanceof HostError && error.kind === 'Conflict') return this.#resolve();
      this.#set({ ...this.#state, status: 'failed', error: asError(error) });
      return;
    }
    const isBehind = this.#state.text !== text;
    this.#set({ status: isBehind ? 'waiting' : 'saved', text: this.#state.text, round });
    if (isBehind && this.#isDisposed) await this.#save();
    else if (isBehind) this.#soon();
    this.#hearNews();
  }

  /** Somebody changed the artifact; it is a conflict only if they changed its text. */
  async #resolve(): Promise<void> {
    try {
      const { hash, revision } = await this.#ports.read();
      const isSame = hash === this.#base.hash;
      this.#base = { hash: this.#base.hash, revision };
      if (isSame) await this.#save();
      else this.#conflict();
    } catch (error) {
      this.#set({ ...this.#state, status: 'failed', error: asError(error) });
    }
  }

  #conflict(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#news = undefined;
    const { text, round } = this.#state;
    this.#set({ status: 'conflict', text, round });
  }

  #hearNews(): void {
    const news = this.#news;
    this.#news = undefined;
    if (news) this.told(news);
  }

  #set(next: TextDraftState): void {
    this.#state = next;
    if (this.#isDisposed) return;
    for (const listener of this.#listeners) listener();
  }
}
