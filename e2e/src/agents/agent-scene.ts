import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createSession } from '@loggia/client';
import type { ResponsePart, ToolCall, Turn } from '@loggia/protocol';
import { FakeProvider } from '@loggia/testing/providers';
import { Conversation, Product, type Screen } from '../browser.ts';
import { loggia } from '../process/command.ts';
import { until } from '../process/until.ts';
import { echoServer, programOf, stdio } from '../servers/reference-servers.ts';
import { SessionServers } from '../servers/session-servers.ts';
import { installed } from './agent-cache.ts';
import type { KnownAgent } from './known-agents.ts';
import { answerOf } from './scripted-model.ts';

/** An agent that has never been started takes its time to settle in. */
const turnMs = 120_000;

/** `clock` has a tool with a View, `echo` one that never answers. */
const servers = { clock: stdio(programOf('basic-vanillajs'), '--stdio'), echo: stdio(echoServer) };

/** A published agent, added to the product as users do, in a session that a browser shows. */
export class AgentScene implements AsyncDisposable {
  readonly product: Product;
  readonly provider: FakeProvider;
  readonly #agent: KnownAgent;
  readonly #home: string;
  #chat: Conversation | undefined;
  #screen: Screen | undefined;

  static async open(agent: KnownAgent): Promise<AgentScene> {
    const modules = await installed(agent);
    const home = mkdtempSync(path.join(os.tmpdir(), 'loggia-agent-home-'));
    const provider = await FakeProvider.open(agent.wire);
    provider.accepts = 'anything';
    provider.always(() => true, answerOf);
    const product = await Product.start(servers);
    const scene = new AgentScene(agent, { product, provider, home });
    try {
      await scene.#add(modules);
      return scene;
    } catch (error) {
      await scene[Symbol.asyncDispose]();
      throw error;
    }
  }

  private constructor(
    agent: KnownAgent,
    parts: { readonly product: Product; readonly provider: FakeProvider; readonly home: string },
  ) {
    this.#agent = agent;
    this.product = parts.product;
    this.provider = parts.provider;
    this.#home = parts.home;
  }

  async #add(modules: string): Promise<void> {
    const { name, authMethod, ...agent } = this.#agent;
    const places = { modules, home: this.#home, provider: new URL(this.provider.baseURL).origin };
    for (const [file, text] of Object.entries(agent.files?.(places) ?? {})) {
      const target = path.join(this.#home, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
    // A proxy that nobody serves keeps whatever respects it off the network.
    const offline = { HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1,localhost' };
    const env = { HOME: this.#home, ...offline, ...agent.env(places) };
    const { code, stderr } = await loggia(this.product.data, [
      ...['agents', 'add', name, '--yes'],
      ...Object.entries(env).flatMap(([variable, value]) => ['--env', `${variable}=${value}`]),
      ...(authMethod === undefined ? [] : ['--auth-method', authMethod]),
      '--',
      ...agent.command(places),
    ]);
    if (code !== 0) throw new Error(stderr.trim());
    const { ahp } = this.product.client;
    const uri = await createSession(ahp, { provider: name.toLowerCase() });
    await this.#watch(uri);
  }

  async #watch(uri: string): Promise<void> {
    const session = await SessionServers.watch(this.product.client, uri);
    for (const server of Object.keys(servers)) await session.until(server, 'ready');
    this.#chat = new Conversation(session, session.view.state?.defaultChat ?? '');
    await this.#chat.ready();
    this.#screen = await this.product.sharedScreen();
    await this.#screen.open(this.#chat);
  }

  get chat(): Conversation {
    if (!this.#chat) throw new Error('The session is not open yet.');
    return this.#chat;
  }

  get screen(): Screen {
    if (!this.#screen) throw new Error('The session is not shown yet.');
    return this.#screen;
  }

  /** Writes a message in the page. */
  async write(text: string): Promise<void> {
    await this.screen.composer.fill(text);
    await this.screen.composer.press('Enter');
    await until('the message is there', () => this.chat.messages.includes(text));
  }

  /** The question about a call in the page, answered there. */
  async allow(): Promise<void> {
    const { page } = this.screen;
    const button = page.locator('.call-confirm').getByRole('button', { name: 'Allow once' });
    await this.#unlessEnded(() => button.isVisible(), 'the user is asked');
    await button.click();
  }

  /** Waits for a call of the last turn. */
  async call(what: string, wanted: (call: ToolCall) => boolean): Promise<ToolCall> {
    return this.#unlessEnded(() => this.calls.find(wanted), what);
  }

  /** Waits for the end of the last turn. */
  async ended(): Promise<Turn> {
    const before = this.chat.messages.length;
    return until(
      'the turn ends',
      () => {
        const { activeTurn, turns = [] } = this.chat.state ?? {};
        return activeTurn === undefined && turns.length === before ? turns.at(-1) : undefined;
      },
      turnMs,
    );
  }

  /** The parts of the last turn. */
  get parts(): readonly ResponsePart[] {
    const { activeTurn, turns = [] } = this.chat.state ?? {};
    return (activeTurn ?? turns.at(-1))?.responseParts ?? [];
  }

  /** The calls of the last turn, without those in which the agent reviews others. */
  get calls(): readonly ToolCall[] {
    const calls = this.parts.flatMap((part) => (part.kind === 'toolCall' ? [part.toolCall] : []));
    return calls.filter(({ displayName }) => displayName !== this.#agent.review);
  }

  get text(): string {
    return this.parts.flatMap((part) => (part.kind === 'markdown' ? [part.content] : [])).join('');
  }

  get notices(): readonly string[] {
    return this.parts.flatMap((part) =>
      part.kind === 'systemNotification' && typeof part.content === 'string' ? [part.content] : [],
    );
  }

  /** Another host on the same data, and another page. */
  async restart(): Promise<void> {
    const { session } = this.chat;
    await this.screen.context.close();
    await this.product.restart('terminate');
    await until('the client is back', () => this.product.client.isConnected);
    await this.#watch(session);
  }

  async #unlessEnded<T>(
    look: () => T | Promise<T>,
    what: string,
  ): Promise<Exclude<T, undefined | null | false>> {
    return until(
      what,
      async () => {
        const found = await look();
        const { activeTurn, turns = [] } = this.chat.state ?? {};
        if (found || activeTurn || turns.length < this.chat.messages.length) return found;
        throw new Error(`The turn ended before ${what}: ${JSON.stringify(this.parts)}`);
      },
      turnMs,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#screen?.context.close();
    await this.product[Symbol.asyncDispose]();
    await this.provider.close();
    rmSync(this.#home, { recursive: true, force: true });
  }
}
