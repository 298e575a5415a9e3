import type { ChannelView } from '@loggia/client';
import {
  KnownSignIns,
  MemoryRecordStore,
  MemoryRegistrationStore,
  offerTo,
  signIn,
  throughHost,
  type SignInSettings,
} from '@loggia/client/oauth';
import type {
  AuthChallenge,
  ChatInputAnswer,
  ChatInputQuestion,
  ChatState,
  McpServerCustomization,
  ServerSettings,
  ToolCall,
  ToolDefinition,
} from '@loggia/protocol';
import { Api } from '../process/api.ts';
import { DataDirectory, HostProcess } from '../process/host-process.ts';
import { TappedClient } from '../process/tapped-client.ts';
import { until } from '../process/until.ts';
import { SessionServers } from '../servers/session-servers.ts';
import { WillingUser } from '../servers/willing-user.ts';

/** The name under which the server of the scenario is added. */
const name = 'referee';
/** Nobody signs in more often than this for one thing. */
const mostSignIns = 10;

export type Arguments = Readonly<Record<string, unknown>>;

/** A new host with one server, and the person who added it and talks to an agent about it. */
export class UserAtHost implements AsyncDisposable {
  readonly #data: DataDirectory;
  readonly #host: HostProcess;
  readonly #client: TappedClient;
  readonly #session: SessionServers;
  readonly #chat: ChannelView<ChatState>;
  readonly #settings: SignInSettings;
  readonly #registrations = new MemoryRegistrationStore();
  readonly #known: KnownSignIns;
  #turns = 0;
  #signIns = 0;

  private constructor(
    data: DataDirectory,
    host: HostProcess,
    session: SessionServers,
    chat: ChannelView<ChatState>,
    settings: SignInSettings,
  ) {
    this.#data = data;
    this.#host = host;
    this.#client = session.client;
    this.#session = session;
    this.#chat = chat;
    this.#settings = settings;
    this.#known = new KnownSignIns({ records: new MemoryRecordStore(), offer: offerTo(this.#client.ahp) });
  }

  static async add(
    server: ServerSettings,
    signInSettings: Partial<SignInSettings> = {},
  ): Promise<UserAtHost> {
    const data = new DataDirectory();
    const host = await HostProcess.start(data);
    await new Api(() => data.endpoint()).call('addServer', { name, settings: server });
    const client = new TappedClient('user', () => data.endpoint(), { mcpApps: {} });
    const session = await SessionServers.create(client);
    const chat = client.ahp.chat(session.view.state?.defaultChat ?? '');
    await chat.ready;
    return new UserAtHost(data, host, session, chat, { clientName: 'Loggia', ...signInSettings });
  }

  /** Waits until the server is ready, and signs in when it asks for that. Throws with what the host says otherwise. */
  async connect(): Promise<void> {
    for (;;) {
      const { id, state } = await until(`the server is up (${JSON.stringify(this.#server?.state)})`, () => {
        const found = this.#server;
        return found && settled.has(found.state.kind) ? found : undefined;
      });
      if (state.kind === 'ready') return;
      if (state.kind !== 'authRequired') throw new Error(JSON.stringify(state));
      const { kind: _, ...challenge } = state;
      await this.#signIn(id, challenge);
      await until('the token takes effect', () => this.#server?.state !== state);
    }
  }

  /** The tools as the agent gets them. */
  async tools(): Promise<readonly ToolDefinition[]> {
    return until('tools are offered', () => {
      const tools = this.#session.view.state?.serverTools ?? [];
      return tools.length > 0 && tools;
    });
  }

  /** Has the agent call a tool, answers its questions with what they suggest, and signs in when the call waits for it. */
  async call(tool: string, input: Arguments = {}): Promise<ToolCall> {
    const turnId = await this.begin(tool, input);
    return this.finish(turnId);
  }

  async begin(tool: string, input: Arguments = {}): Promise<string> {
    const turnId = `turn-${++this.#turns}`;
    const message = { text: `/tool ${tool} ${JSON.stringify(input)}`, origin: { kind: 'user' as const } };
    const startedAt = new Date().toISOString();
    await this.#chat.dispatch({ type: 'chat/turnStarted', turnId, startedAt, message }).settled;
    return turnId;
  }

  /** Waits until the call asks its first question. */
  async asked(): Promise<void> {
    await until('it asks', () => this.#question !== undefined);
  }

  async finish(turnId: string): Promise<ToolCall> {
    for (;;) {
      const call = await until(`${turnId} needs something or is done`, () => {
        const found = this.#callIn(turnId);
        if (found?.status === 'completed' || found?.status === 'auth-required') return found;
        return this.#question && found;
      });
      if (call.status === 'completed') return call;
      if (call.status === 'auth-required') {
        await this.#signIn(this.#session.named(name).id, call.auth);
        await until('the call goes on', () => this.#callIn(turnId) !== call);
      } else {
        await this.#answer();
      }
    }
  }

  /** A request on the server's own channel, as a View sends it. */
  request(method: string, params: Arguments = {}): Promise<unknown> {
    return this.#session.call(name, method, params);
  }

  /** Runs a command about the server outside the chat, as from its page. */
  run<Result>(command: string, params: Arguments = {}): Promise<Result> {
    return new Api(() => this.#data.endpoint()).call<Result>(command, { server: name, ...params });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#client[Symbol.dispose]();
    await this.#host[Symbol.asyncDispose]();
    this.#data[Symbol.dispose]();
  }

  get #server(): McpServerCustomization | undefined {
    return this.#session.all.find((server) => server.name === name);
  }

  get #question() {
    const entry = this.#session.view.state?.inputNeeded?.find(({ kind }) => kind === 'chatInput');
    return entry?.kind === 'chatInput' ? entry.request : undefined;
  }

  #callIn(turnId: string): ToolCall | undefined {
    const { turns = [], activeTurn } = this.#chat.state ?? {};
    const turn = [...turns, ...(activeTurn ? [activeTurn] : [])].find(({ id }) => id === turnId);
    return turn?.responseParts.flatMap((part) => (part.kind === 'toolCall' ? [part.toolCall] : []))[0];
  }

  async #answer(): Promise<void> {
    const request = this.#question;
    if (request === undefined) return;
    const answers = Object.fromEntries(
      (request.questions ?? []).map((question) => [question.id, suggested(question)]),
    );
    const action = {
      type: 'chat/inputCompleted',
      requestId: request.id,
      response: 'accept',
      answers,
    } as const;
    await this.#chat.dispatch(action).settled;
    await until('the answer arrives', () => this.#question?.id !== request.id);
  }

  async #signIn(server: string, challenge: AuthChallenge): Promise<void> {
    if (++this.#signIns > mostSignIns) throw new Error('The user gives up signing in.');
    const granted = (await this.#known.recordOf(server))?.scopes;
    const grant = await signIn({
      challenge,
      redirect: new WillingUser(),
      registrations: this.#registrations,
      settings: this.#settings,
      ...(granted && { granted }),
      reach: throughHost(this.#client.ahp),
    });
    await this.#known.adopt(server, grant);
  }
}

const settled: ReadonlySet<string> = new Set(['ready', 'authRequired', 'error']);

/** The answer that a form shows before anybody writes in it. */
function suggested(question: ChatInputQuestion): ChatInputAnswer {
  const submitted = <Value>(value: Value) => ({ state: 'submitted' as const, value });
  switch (question.kind) {
    case 'text':
      return question.defaultValue === undefined
        ? { state: 'skipped' }
        : submitted({ kind: 'text', value: question.defaultValue });
    case 'number':
    case 'integer':
      return question.defaultValue === undefined
        ? { state: 'skipped' }
        : submitted({ kind: 'number', value: question.defaultValue });
    case 'boolean':
      return submitted({ kind: 'boolean', value: question.defaultValue ?? true });
    case 'single-select': {
      const option = question.options.find(({ recommended }) => recommended === true);
      return option === undefined ? { state: 'skipped' } : submitted({ kind: 'selected', value: option.id });
    }
    default:
      return { state: 'skipped' };
  }
}
