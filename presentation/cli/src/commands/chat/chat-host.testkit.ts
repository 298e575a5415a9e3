import {
  reduceChat,
  reduceSession,
  Status,
  type ChatAction,
  type ChatState,
  type InputNeeded,
  type ResponsePart,
  type SessionAction,
  type SessionState,
  type StateAction,
  type ToolCall,
} from '@loggia/protocol';
import { HostDouble } from '../../host-double.testkit.ts';

const at = '2026-01-02T12:00:00.000Z';
const chatUri = 'ahp-chat:/c';

type Hook<Type extends ChatAction['type']> = (action: Extract<ChatAction, { type: Type }>) => void;

/** A host with one session and one chat, folded by the real reducers; the test says what the agent does. */
export class ChatHost {
  readonly double: HostDouble;
  session: SessionState;
  chat: ChatState;
  sessionUri = 'ahp-session:/11111111-aaaa';
  /** The actions that a client dispatched, in order. */
  readonly dispatched: StateAction[] = [];
  readonly #hooks = new Map<string, (action: never) => void>();
  #seq = 0;

  private constructor(double: HostDouble) {
    this.double = double;
    const status = Status.idle;
    this.chat = { resource: chatUri, title: 'Talk', status, modifiedAt: at, turns: [] };
    this.session = {
      provider: 'echo',
      title: 'Talk',
      status,
      lifecycle: 'ready',
      activeClients: [],
      chats: [{ resource: chatUri, title: 'Talk', status, modifiedAt: at, origin: { kind: 'user' } }],
      defaultChat: chatUri,
      customizations: [
        { type: 'mcpServer', id: 'id-files', uri: 'mcp:files', name: 'files', state: { kind: 'ready' } },
      ],
    };
  }

  static async start(): Promise<ChatHost> {
    const host = new ChatHost(await HostDouble.start());
    const { double } = host;
    Object.assign(double.answers, {
      createSession: ({ channel }: { channel: string }) => {
        host.sessionUri = channel;
        return null;
      },
      subscribe: ({ channel }: { channel: string }) => ({ snapshot: host.#snapshot(channel) }),
      reconnect: ({ subscriptions }: { subscriptions: string[] }) => ({
        type: 'snapshot',
        snapshots: subscriptions.map((uri) => host.#snapshot(uri)),
      }),
      listSessions: () => ({
        items: [{ ...host.#summary(), resource: host.sessionUri, createdAt: at, modifiedAt: at }],
      }),
    });
    double.notified = (method, params) => {
      if (method === 'dispatchAction') host.#receive(params as never);
    };
    return host;
  }

  get data(): string {
    return this.double.data;
  }

  get turnId(): string {
    return this.chat.activeTurn?.id ?? '';
  }

  /** The id of the text that was said last. */
  get lastPart(): string {
    const last = this.chat.activeTurn?.responseParts.at(-1);
    return last !== undefined && 'id' in last ? last.id : '';
  }

  /** Runs after the action is in the state. */
  when<Type extends ChatAction['type']>(type: Type, hook: Hook<Type>): this {
    this.#hooks.set(type, hook);
    return this;
  }

  act(action: ChatAction): void {
    this.#accept(chatUri, action);
  }

  actOnSession(action: SessionAction): void {
    this.#accept(this.sessionUri, action);
  }

  part(part: ResponsePart): void {
    this.act({ type: 'chat/responsePart', turnId: this.turnId, part });
  }

  /** Says it in as many pieces. */
  say(...pieces: readonly string[]): void {
    const id = `p${this.#seq}`;
    this.part({ kind: 'markdown', id, content: '' });
    for (const content of pieces) this.act({ type: 'chat/delta', turnId: this.turnId, partId: id, content });
  }

  complete(): void {
    this.act({ type: 'chat/turnComplete', turnId: this.turnId, duration: 1 });
  }

  /** The call in its first state, and what its session makes of it. */
  call(changes: Partial<Extract<ChatAction, { type: 'chat/toolCallReady' }>> = {}): void {
    const ref = { turnId: this.turnId, toolCallId: 'call-1' };
    this.act({
      type: 'chat/toolCallStart',
      ...ref,
      toolName: 'delete_file',
      displayName: 'Delete file',
      contributor: { kind: 'mcp', customizationId: 'id-files' },
    });
    this.act({
      type: 'chat/toolCallReady',
      ...ref,
      invocationMessage: 'May I delete it?',
      toolInput: '{"path":"a.txt"}',
      ...changes,
    });
    this.mirror();
  }

  finishCall(text: string): void {
    const result = { success: true, pastTenseMessage: 'Deleted', content: [{ type: 'text' as const, text }] };
    this.act({ type: 'chat/toolCallComplete', turnId: this.turnId, toolCallId: 'call-1', result });
    this.mirror();
  }

  /** Brings `inputNeeded` of the session up to the chat, as hosts do. */
  mirror(): void {
    const wanted = this.chat.activeTurn?.responseParts.flatMap((part) => waitOf(part, this.turnId)) ?? [];
    for (const { id } of this.session.inputNeeded ?? []) {
      if (!wanted.some((entry) => entry.id === id))
        this.actOnSession({ type: 'session/inputNeededRemoved', id });
    }
    for (const request of wanted) this.actOnSession({ type: 'session/inputNeededSet', request });
  }

  #receive({
    channel,
    clientSeq,
    action,
  }: {
    channel: string;
    clientSeq: number;
    action: StateAction;
  }): void {
    this.dispatched.push(action);
    const newest = this.double.asked.findLast(({ method }) => method === 'initialize');
    const clientId = String(newest?.params['clientId']);
    this.#accept(channel, action, { clientId, clientSeq });
    if (channel === chatUri && action.type !== 'chat/turnStarted') this.mirror();
    this.#hooks.get(action.type)?.(action as never);
  }

  #accept(channel: string, action: StateAction, origin?: { clientId: string; clientSeq: number }): void {
    this.#seq += 1;
    if (channel.startsWith('ahp-chat:')) {
      if (channel === chatUri) this.chat = reduceChat(this.chat, action as ChatAction);
    } else this.session = reduceSession(this.session, action as SessionAction);
    this.double.tellEverybody('action', { channel, action, serverSeq: this.#seq, ...(origin && { origin }) });
  }

  #snapshot(uri: string): unknown {
    const state = uri === chatUri ? this.chat : this.session;
    return { resource: uri, state, fromSeq: this.#seq };
  }

  #summary() {
    const { provider, title, status } = this.session;
    return { provider, title, status };
  }
}

function waitOf(part: ResponsePart, turnId: string): readonly InputNeeded[] {
  if (part.kind === 'inputRequest' && part.response === undefined) {
    return [{ kind: 'chatInput', id: part.request.id, chat: chatUri, request: part.request }];
  }
  if (part.kind !== 'toolCall') return [];
  const toolCall: ToolCall = part.toolCall;
  const common = { id: toolCall.toolCallId, chat: chatUri, turnId, toolCall };
  if (toolCall.status === 'auth-required') return [{ kind: 'toolAuthentication', ...common }];
  return toolCall.status.startsWith('pending') ? [{ kind: 'toolConfirmation', ...common }] : [];
}
