import { HostError, type Readable } from '@loggia/client';
import { asError } from '../host/as-error.ts';
import type { KeptText } from '../writing/kept-text.ts';
import { mergedText, mergeTexts, type Versions } from '../writing/merge-texts.ts';

/** A text as the host has it. */
export interface StoredText {
  readonly text: string;
  /** The hash of its content; undefined where there is none. */
  readonly hash: string | undefined;
  readonly revision: number;
}

/** The known facts about an artifact whose content hasn't been read. */
export interface Seen {
  readonly hash: string | undefined;
  readonly revision: number;
}

interface Ports {
  read(): Promise<StoredText>;
  /** Rejects with a Conflict if the artifact is no longer at that revision. */
  save(text: string, ifRevision: number): Promise<Seen>;
  /** Calls once after so many milliseconds, unless the result is called before. */
  after(ms: number, run: () => void): () => void;
  /** Keeps a text outside of the page until it is saved; undefined once it is. */
  keep?(text: KeptText | undefined): void;
}

export interface TextDraftState {
  readonly status: 'saved' | 'waiting' | 'saving' | 'conflict' | 'failed';
  readonly text: string;
  /** Grows when somebody else's changes came into the text. */
  readonly round: number;
  readonly error?: Error;
  /** A conflict that the user has to resolve. */
  readonly conflict?: Pick<Versions, 'base' | 'theirs'>;
}

/** Long enough that a sentence is saved once, short enough that little is lost. */
const pauseMs = 800;

/**
 * A text that is being typed. It is saved in pauses, and only over what its writer has seen: what somebody else changed
 * meanwhile is merged into it, and where both changed the same words, both texts stay until the writer has decided.
 */
export class TextDraft implements Readable<TextDraftState> {
  readonly #ports: Ports;
  readonly #listeners = new Set<() => void>();
  #state: TextDraftState;
  /** The version that the text is based on. */
  #base: StoredText;
  /** In a conflict: what somebody else made of the same. */
  #theirs: StoredText | undefined;
  /** News that arrived while it could not be processed. */
  #news: Seen | undefined;
  #cancel: (() => void) | undefined;
  #reading: Promise<void> | undefined;
  #isDisposed = false;

  /** `kept` is a text that was typed before and never saved. */
  constructor(stored: StoredText, ports: Ports, kept?: KeptText) {
    this.#ports = ports;
    this.#base = stored;
    this.#state = { status: 'saved', text: stored.text, round: 0 };
    if (!kept || kept.text === stored.text) return;
    this.#base = { text: kept.base, hash: kept.hash, revision: kept.revision };
    this.#state = { status: 'waiting', text: kept.text, round: 0 };
    this.#merge(stored);
  }

  readonly getSnapshot = (): TextDraftState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  edit(text: string): void {
    if (text === this.#state.text) return;
    // While a save is under way, or a decision is due, the newer text waits for the end of that.
    const { status } = this.#state;
    const isHeld = status === 'saving' || status === 'conflict';
    this.#set({ ...this.#state, text, status: isHeld ? status : 'waiting' });
    if (!isHeld) this.#soon();
  }

  /** The artifact has changed, by whomever. */
  told(seen: Seen): void {
    const { revision } = this.#theirs ?? this.#base;
    if (seen.revision <= revision) return;
    if (this.#state.status === 'saving' || this.#reading) {
      if (seen.revision > (this.#news?.revision ?? 0)) this.#news = seen;
      return;
    }
    // A new title, say: the text is still the one that was read.
    if (seen.hash === this.#base.hash && !this.#theirs) this.#base = { ...this.#base, ...seen };
    else void this.#take();
  }

  /** Saves at once what waits to be saved. */
  flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    // A text being read is merged before anything is saved over it.
    if (this.#reading) return this.#reading.then(() => this.flush());
    const { status } = this.#state;
    return status === 'waiting' || status === 'failed' ? this.#save() : Promise.resolve();
  }

  /** In a conflict: replaces both versions with this text. */
  async settle(text: string): Promise<void> {
    const theirs = this.#theirs;
    if (!theirs) return;
    this.#theirs = undefined;
    this.#base = theirs;
    const { text: before, round } = this.#state;
    const isTheirs = text === theirs.text;
    this.#set({ status: isTheirs ? 'saved' : 'waiting', text, round: text === before ? round : round + 1 });
    if (!isTheirs) await this.#save();
  }

  /** Stops notifying. Unsaved text is saved. */
  dispose(): Promise<void> {
    const saved = this.flush();
    this.#isDisposed = true;
    return saved;
  }

  /** Reads what somebody else wrote, and merges it. */
  #take(): Promise<void> {
    this.#reading ??= (async () => {
      try {
        const theirs = await this.#ports.read();
        this.#reading = undefined;
        this.#merge(theirs);
      } catch (error) {
        this.#reading = undefined;
        const { status } = this.#state;
        // A failed save waits for a retry; a failed read only leaves the text outdated.
        const next = status === 'saving' ? 'failed' : status;
        this.#set({ ...this.#state, status: next, error: asError(error) });
      }
    })();
    return this.#reading;
  }

  #merge(theirs: StoredText): void {
    const { text: mine, round } = this.#state;
    const { text: base } = this.#base;
    const text = mergedText(mergeTexts({ base, mine, theirs: theirs.text }));
    this.#cancel?.();
    this.#cancel = undefined;
    if (text === undefined) {
      this.#theirs = theirs;
      this.#set({ status: 'conflict', text: mine, round, conflict: { base, theirs: theirs.text } });
    } else {
      this.#theirs = undefined;
      this.#base = theirs;
      const status = text === theirs.text ? 'saved' : 'waiting';
      this.#set({ status, text, round: text === mine ? round : round + 1 });
      if (status === 'waiting') this.#soon();
    }
    const news = this.#news;
    this.#news = undefined;
    if (news) this.told(news);
  }

  #soon(): void {
    this.#cancel?.();
    if (this.#isDisposed) return void this.#save();
    this.#cancel = this.#ports.after(pauseMs, () => {
      this.#cancel = undefined;
      void this.flush();
    });
  }

  async #save(): Promise<void> {
    const { text, round } = this.#state;
    this.#set({ status: 'saving', text, round });
    try {
      this.#base = { text, ...(await this.#ports.save(text, this.#base.revision)) };
    } catch (error) {
      if (error instanceof HostError && error.kind === 'Conflict') {
        await this.#take();
        // A save that was due doesn't wait for another pause in typing.
        if (this.#state.status === 'waiting') await this.flush();
        return;
      }
      this.#set({ ...this.#state, status: 'failed', error: asError(error) });
      return;
    }
    const isBehind = this.#state.text !== text;
    this.#set({ status: isBehind ? 'waiting' : 'saved', text: this.#state.text, round });
    if (isBehind && this.#isDisposed) await this.#save();
    else if (isBehind) this.#soon();
    const news = this.#news;
    this.#news = undefined;
    if (news) this.told(news);
  }

  #set(next: TextDraftState): void {
    this.#state = next;
    const { text: base, hash, revision } = this.#base;
    this.#ports.keep?.(next.status === 'saved' ? undefined : { text: next.text, base, hash, revision });
    if (this.#isDisposed) return;
    for (const listener of this.#listeners) listener();
  }
}
