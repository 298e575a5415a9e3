import type { Readable } from '@loggia/client';
import { viewMark, type Attachment } from '@loggia/protocol';
import { givenBy } from './message-content.ts';

type Json = Readonly<Record<string, unknown>>;

/** Context that a View gives the model. Only the latest of each View counts. */
export interface ModelContext {
  /** The View's name. */
  readonly view: string;
  readonly title: string;
  readonly server?: string | undefined;
  /** Blocks of content as MCP has them. */
  readonly content: readonly Json[];
  readonly structuredContent?: unknown;
}

/** The context from a chat's Views for the next message. */
export interface ChatModelContext extends Readable<readonly ModelContext[]> {
  /** The user does not want the model to know it. */
  remove(view: string): void;
  /** The context from that View alone. */
  of(view: string): readonly Attachment[];
  /** Takes the context for a message that is being sent; after that, the model has it. */
  take(): readonly Attachment[];
}

/** In characters, as JSON. */
export const longestContext = 1_000_000;

const chats = new Map<string, Store>();

export function modelContextOf(chat: string): ChatModelContext {
  return storeOf(chat);
}

/** Replaces what that View had said before; with nothing to say it is forgotten. */
export function setModelContext(chat: string, context: ModelContext): void {
  const isEmpty = context.content.length === 0 && context.structuredContent === undefined;
  if (isEmpty) storeOf(chat).remove(context.view);
  else storeOf(chat).put(context);
}

/** Each says whose it is: the model must not take it for the user's. */
function attachmentsFrom({
  view,
  title,
  server,
  content,
  structuredContent,
}: ModelContext): readonly Attachment[] {
  const _meta = viewMark({ id: view, title, ...(server !== undefined && { server }) });
  const { text, attachments } = givenBy(content);
  const data = structuredContent === undefined ? '' : JSON.stringify(structuredContent, null, 2);
  const said = [text, data].filter((part) => part !== '').join('\n\n');
  const own: readonly Attachment[] =
    said === '' ? [] : [{ type: 'simple', label: title, modelRepresentation: `${title} shows:\n${said}` }];
  return [...own, ...attachments].map((attachment) => ({ ...attachment, _meta }));
}

function storeOf(chat: string): Store {
  const known = chats.get(chat);
  if (known) return known;
  const store = new Store();
  chats.set(chat, store);
  return store;
}

class Store implements ChatModelContext {
  readonly #listeners = new Set<() => void>();
  #contexts: readonly ModelContext[] = [];

  readonly getSnapshot = (): readonly ModelContext[] => this.#contexts;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly remove = (view: string): void => {
    const left = this.#contexts.filter((other) => other.view !== view);
    if (left.length !== this.#contexts.length) this.#change(left);
  };

  readonly of = (view: string): readonly Attachment[] =>
    this.#contexts.filter((other) => other.view === view).flatMap(attachmentsFrom);

  readonly take = (): readonly Attachment[] => {
    const taken = this.#contexts.flatMap(attachmentsFrom);
    if (this.#contexts.length > 0) this.#change([]);
    return taken;
  };

  put(context: ModelContext): void {
    const at = this.#contexts.findIndex(({ view }) => view === context.view);
    this.#change(at < 0 ? [...this.#contexts, context] : this.#contexts.with(at, context));
  }

  #change(contexts: readonly ModelContext[]): void {
    this.#contexts = contexts;
    for (const listener of this.#listeners) listener();
  }
}
