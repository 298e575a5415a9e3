import { globalEnvironment, type Environment } from '@loggia/client';
import {
  viewContextsOf,
  type Attachment,
  type ChatState,
  type StateAction,
  type ViewContext,
  type ViewContextAction,
} from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import { givenBy } from './message-content.ts';

type Json = Readonly<Record<string, unknown>>;
type Host = Pick<ShellHost, 'chats' | 'client'>;

/** Context that a View gives the model, as the View says it. */
interface GivenContext {
  /** Content blocks as in MCP. */
  readonly content: readonly Json[];
  readonly structuredContent?: unknown;
}

/** Views update their context in bursts, for example while somebody scrolls. The chat stores every update. */
const pauseMs = 100;

/** The attachments that tell a model what the View has said; none if that is nothing. */
export function attachmentsFrom(
  title: string,
  { content, structuredContent }: GivenContext,
): readonly Attachment[] {
  const { text, attachments } = givenBy(content);
  const data = structuredContent === undefined ? '' : JSON.stringify(structuredContent, null, 2);
  const said = [text, data].filter((part) => part !== '').join('\n\n');
  const own: readonly Attachment[] =
    said === '' ? [] : [{ type: 'simple', label: title, modelRepresentation: `${title} shows:\n${said}` }];
  return [...own, ...attachments];
}

/** The context of one View. It waits in the chat, for every client, until the next message takes it along. */
export class OwnContext {
  readonly #host: Host;
  readonly #view: string;
  readonly #after: Environment['after'];
  #asked = 0;
  #sent: Promise<void> = Promise.resolve();
  #pause: Promise<void> = Promise.resolve();

  constructor(host: Host, view: string, { after }: Pick<Environment, 'after'> = globalEnvironment) {
    this.#host = host;
    this.#view = view;
    this.#after = after;
  }

  /** The context that waits for the next message. */
  in(chat: string): Promise<readonly Attachment[]> {
    return this.#with(chat, async (state) => [...(this.#waitingIn(state)?.attachments ?? [])]);
  }

  /**
   * Replaces the earlier context; nothing removes it. While one is on its way, only the latest of the others is sent.
   * Rejects with the host's reason if it refuses.
   */
  set(chat: string, { title, server, ...given }: GivenContext & Omit<ViewContext, 'view' | 'attachments'>) {
    this.#asked += 1;
    const own = this.#asked;
    const attachments = [...attachmentsFrom(title, given)];
    const action: ViewContextAction | undefined =
      attachments.length === 0
        ? undefined
        : {
            type: 'x-loggia/viewContextSet',
            context: { view: this.#view, title, ...(server !== undefined && { server }), attachments },
          };
    this.#sent = this.#send(this.#sent, async () => {
      if (own !== this.#asked) return;
      this.#pause = new Promise((resolve) => void this.#after(pauseMs, resolve));
      await (action ? this.#with(chat, () => dispatched(this.#host, chat, action)) : this.remove(chat));
    });
    return this.#sent;
  }

  async #send(earlier: Promise<void>, work: () => Promise<void>): Promise<void> {
    await earlier.catch(() => undefined);
    await this.#pause;
    await work();
  }

  remove(chat: string): Promise<void> {
    return this.#with(chat, async (state) => {
      if (this.#waitingIn(state)) await removeContext(this.#host, chat, this.#view);
    });
  }

  #waitingIn(state: ChatState | undefined): ViewContext | undefined {
    return state && viewContextsOf(state).find(({ view }) => view === this.#view);
  }

  /** A View on a desk speaks in a chat that may not be on screen. */
  async #with<T>(chat: string, work: (state: ChatState | undefined) => Promise<T>): Promise<T> {
    const { chats } = this.#host;
    const release = chats.hold(chat);
    try {
      const view = chats.view<ChatState>(chat);
      await view.ready;
      return await work(view.state);
    } finally {
      release();
    }
  }
}

/** The user doesn't want to share it with the model. */
export function removeContext(host: Pick<ShellHost, 'client'>, chat: string, view: string): Promise<void> {
  return dispatched(host, chat, { type: 'x-loggia/viewContextRemoved', view });
}

async function dispatched(
  { client }: Pick<ShellHost, 'client'>,
  chat: string,
  action: ViewContextAction,
): Promise<void> {
  await client.dispatch(chat, action as unknown as StateAction).settled;
}
