import { HostError } from '@loggia/client';
import type { OpenedSandbox } from '@loggia/protocol';
import { followerOf } from '../calls/call-follower.ts';
import { mediumOn } from '../host/medium.ts';
import type { ShellHost } from '../host/shell-host.ts';
import { asLabel } from '../ui/foreign-words.ts';
import { ConsentNeeded, Refusal, type CallConsent, type ViewServices } from './answers.ts';
import { OwnContext } from './model-context.ts';
import { sayFor } from './say.ts';
import { troubleOf } from './server-facts.ts';
import type { ViewFacts, ViewSubject } from './subject.ts';
import type { ToolDescription } from './tool-descriptions.ts';
import type { ViewRecord } from './view-record.ts';

type Json = Readonly<Record<string, unknown>>;

interface Ports extends Pick<ViewServices, 'confirm' | 'openLink' | 'save'> {
  readonly host: Pick<ShellHost, 'ask' | 'channels' | 'chats' | 'client'>;
  readonly subject: Pick<ViewSubject, 'id' | 'conversation'>;
  readonly record: ViewRecord;
  facts(): ViewFacts;
  sandbox(): OpenedSandbox | undefined;
  /** The tool that opened the View, as its server describes it. */
  tool(): ToolDescription | undefined;
}

const requestWithinMs = 10 * 60_000;
/** Most calls end before their server could ask anything. */
const soonMs = 400;

/** Answers a View's requests to its server, its conversation and the shell. */
export class ViewRequests {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  services(): ViewServices {
    const { host, subject, record, facts, sandbox, confirm, openLink, save } = this.#ports;
    const ownContext = new OwnContext(host, subject.id);
    return {
      get name() {
        const { title, server } = facts();
        return server ? `${asLabel(title)} (${asLabel(server.name)})` : asLabel(title);
      },
      consentTo: async (kind) => {
        const { policies } = await host.ask('x-loggia/listViewPolicies', {});
        const own = policies.find(({ server }) => server === facts().server?.id);
        return (own?.consent ?? sandbox()?.consent)?.[kind] ?? 'ask';
      },
      confirm,
      openLink,
      save,
      mediumOf: () => mediumOn(host, facts().shownOn),
      say: async (given) => {
        const chat = await subject.conversation();
        if (chat === undefined) throw new Error('There is no conversation to send it to. Start one first.');
        const { title, server } = facts();
        await sayFor(host, chat, { id: subject.id, title, ...(server && { server: server.name }) }, given);
        // The context was sent with the message.
        await ownContext.remove(chat);
      },
      context: async () => {
        const chat = await subject.conversation();
        return chat === undefined ? [] : ownContext.in(chat);
      },
      tellModel: async (content, structuredContent) => {
        const chat = await subject.conversation();
        if (chat === undefined)
          throw new Refusal(-32000, 'There is no conversation to update. Start one first.');
        const { title, server } = facts();
        await ownContext.set(chat, { title, server: server?.name, content, structuredContent });
      },
      forward: (method, params, signal, consent) => this.#forward(method, params, signal, consent),
      offers: (capability) => facts().server?.capabilities[capability] !== undefined,
      record: record.add,
    };
  }

  /** Sends it to its server if that accepts log messages, else to the record. */
  log(params: Json): void {
    const { host, record, facts } = this.#ports;
    const { server, key } = facts();
    if (server?.channel === undefined || !server.capabilities.logging) return record.logged(params);
    const _meta = { 'loggia.view': key };
    host.client.notify('notifications/message', { ...params, channel: server.channel, _meta });
  }

  async #forward(method: string, params: Json, signal: AbortSignal, consent?: CallConsent): Promise<unknown> {
    const { host, facts } = this.#ports;
    const { server, key } = facts();
    const trouble = troubleOf(server);
    if (server?.channel === undefined || trouble)
      throw new Refusal(-32000, trouble ? `${trouble.title}. ${trouble.text}` : 'The server is missing.');
    const said = consent === 'ask' && this.#isOpener(params['name']) ? 'opener' : consent;
    const _meta = {
      ...metaOfView(params),
      'loggia.view': key,
      ...(said && { 'loggia.consent': said }),
    };
    try {
      const calling = host.client.call(
        method,
        { ...params, channel: server.channel, _meta },
        { signal, timeoutMs: requestWithinMs },
      );
      // Its server may ask something meanwhile; the shell shows the question in place of the View.
      return await (method === 'tools/call' ? followerOf(host).during(calling, soonMs) : calling);
    } catch (error) {
      throw (consent === 'ask' && consentNeeded(error)) || error;
    }
  }

  /** Whether this tool opened the View. The host may offer it under another name than its server does. */
  #isOpener(name: unknown): boolean {
    const { name: offered } = this.#ports.facts().tool;
    const tool = this.#ports.tool();
    if (typeof name !== 'string' || name === '') return false;
    return name === (tool?.name ?? offered) || (!tool && offered.endsWith(`__${name}`));
  }
}

/** Without the keys that only the shell may set: a View must not speak for the user. */
function metaOfView({ _meta }: Json): Json {
  if (typeof _meta !== 'object' || _meta === null || Array.isArray(_meta)) return {};
  return Object.fromEntries(Object.entries(_meta).filter(([key]) => !key.startsWith('loggia.')));
}

function consentNeeded(error: unknown): ConsentNeeded | undefined {
  if (!(error instanceof HostError) || error.kind !== 'PermissionDenied') return undefined;
  const { consent } = (error.data ?? {}) as { readonly consent?: { readonly remembers?: unknown } };
  return consent && new ConsentNeeded(error.message, consent.remembers === true);
}
