import type { Action, Channel, ChannelObserver, Kernel } from '@loggia/kernel';
import type { ArtifactRow } from '../store.ts';

/** By artifact: when it was made, in milliseconds since 1970. */
const namespace = 'untouched drafts';

/** Beside what is said in chats. Windows are not among them: one that is open keeps its artifact only while it is. */
const arrangements = new Set(['x-loggia/layoutSet']);

/** The fields that decide whether a draft is still as its template made it. */
type Facts = Pick<ArtifactRow, 'id' | 'revision' | 'version' | 'archived' | 'deletedAt'> & {
  readonly collections: readonly string[];
};

/**
 * Drafts that a person made from a template, adding nothing, and that nobody has used since. Every change of an artifact
 * raises its revision, so an edit that was taken back counts. Using one without changing it, such as attaching it to a
 * message, ends its mark here. A mark is never set again.
 */
export class UntouchedDrafts {
  readonly #kernel: () => Pick<Kernel, 'records'>;
  readonly #madeAt = new Map<string, number>();

  constructor(kernel: () => Pick<Kernel, 'records'>) {
    this.#kernel = kernel;
  }

  /** Call it before anybody can use an artifact. */
  async load(): Promise<void> {
    for (const { key, value } of await this.#kernel().records.list(namespace))
      this.#madeAt.set(key, Number(value));
  }

  made(id: string, at: number): void {
    this.#madeAt.set(id, at);
    this.#kernel().records.put(namespace, id, at);
  }

  /** Somebody has used it, or it is gone. */
  used(id: string): void {
    if (this.#madeAt.delete(id)) this.#kernel().records.delete(namespace, id);
  }

  /** Somebody wrote, said or arranged this: the drafts that it names by their id are in use. */
  namedIn(value: unknown): void {
    if (this.#madeAt.size === 0) return;
    for (const text of textsOf(value)) {
      for (const id of [...this.#madeAt.keys()]) if (text.includes(id)) this.used(id);
    }
  }

  isMarked(id: string): boolean {
    return this.#madeAt.has(id);
  }

  /** Those that were made before this time. */
  before(time: number): readonly string[] {
    return [...this.#madeAt].filter(([, at]) => at < time).map(([id]) => id);
  }

  has({ id, revision, version, archived, deletedAt, collections }: Facts): boolean {
    return (
      this.isMarked(id) &&
      revision === 1 &&
      version === 0 &&
      !archived &&
      deletedAt === undefined &&
      collections.length === 0
    );
  }

  /** Follows what is said in chats and which layouts are saved. */
  readonly observer: ChannelObserver = {
    appended: (channel: Channel, action: Action): void => {
      if (this.#madeAt.size === 0) return;
      if (action.type.startsWith('chat/')) {
        this.namedIn(action);
        // A link may have come in pieces.
        if (action.type === 'chat/turnComplete')
          this.namedIn((channel.state as { readonly turns?: readonly unknown[] }).turns?.at(-1));
      } else if (arrangements.has(action.type)) {
        this.namedIn(action);
      }
    },
    removed: () => undefined,
  };
}

/** Every text in a value, names included. Without recursion: how deep it is was up to whoever sent it. */
function* textsOf(value: unknown): Generator<string> {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') yield next;
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, inner] of Object.entries(next)) left.push(name, inner);
  }
}
