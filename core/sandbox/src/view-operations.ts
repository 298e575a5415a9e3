import type { Clock } from '@loggia/kernel';
import { toldOf, type Audit, type ChannelRequest, type Recorder, type SideChannelHub } from '@loggia/mcp';
import { ProtocolError, type OpenedSandbox, type OperationsOf, type viewExtensions } from '@loggia/protocol';
import { connectionAllowlist } from './connection-allowlist.ts';
import { contentPolicy } from './content-policy.ts';
import { OpenedAhead } from './opened-ahead.ts';
import { permissionsOf } from './permissions.ts';
import type { SandboxOrigins } from './sandbox-origins.ts';
import { proxyPage } from './proxy-page.ts';
import type { Sandboxes } from './sandboxes.ts';
import type { SeenTemplates } from './seen-templates.ts';
import type { Template } from './template.ts';
import { assertView } from './template-reader.ts';
import type { Templates } from './templates.ts';
import type { ViewCaller } from './view-caller.ts';
import type { ViewPolicies } from './view-policy.ts';
import { recorderOf, viewAct } from './view-recorder.ts';
import { reportsTo } from './violations.ts';

/** All operations on Views except those on content, which belong to the content's owner. */
export type ViewOperations = Omit<
  OperationsOf<typeof viewExtensions, ViewCaller>,
  'linkContent' | 'openPage'
>;

export interface ViewPorts {
  readonly channels: Pick<SideChannelHub, 'behind'>;
  readonly audit: Pick<Audit, 'write'>;
  readonly recorder: Pick<Recorder, 'run'>;
  readonly clock: Clock;
  readonly templates: Pick<Templates, 'read'>;
  readonly seen: Pick<SeenTemplates, 'list'>;
  readonly policies: ViewPolicies;
  readonly places: Pick<SandboxOrigins, 'placeFor' | 'isOwn'>;
  readonly sandboxes: Pick<Sandboxes, 'newSecret' | 'open'>;
  /** The text of the page between the shell and a View, without settings. */
  proxyPage(): string;
  /** The fingerprint of a server's definition; undefined if there is no such server now. */
  definitionOf(server: string): string | undefined;
}

interface Wanted {
  readonly server: string;
  readonly resourceUri: string;
  readonly shell: string;
  readonly view?: string | undefined;
  readonly ahead?: string | undefined;
}

export function createViewOperations(ports: ViewPorts): ViewOperations {
  const { audit, recorder, clock, templates, seen, policies } = ports;
  const opened = new OpenedAhead();

  function channelOf(uri: string, caller: ViewCaller): ChannelRequest {
    const { principal, clientId, signal, channels } = caller;
    // A caller without a connection watches nothing, and renders nothing.
    const { mcpApps, watches } = channels ?? { mcpApps: false, watches: () => false };
    return ports.channels.behind(uri, { principal, clientId, signal, mcpApps, watches });
  }

  async function templateFor(channel: ChannelRequest, uri: string): Promise<Template> {
    const { connection, customizationId: server, serverName } = channel;
    try {
      return await templates.read({ connection, server, serverName }, uri);
    } catch (error) {
      throw toldOf(error);
    }
  }

  /** Throws unless it may be shown. */
  function review({ hash, declared }: Template, { serverName }: ChannelRequest, uri: string): void {
    const decided = policies.decisionOn(hash);
    if (decided?.decision === 'blocked') {
      throw new ProtocolError(
        'PermissionDenied',
        `The View ${uri} of ${serverName} was blocked by ${decided.by} on ${decided.at.slice(0, 10)}. Allow its template in the settings of Views to show it again.`,
        { review: 'blocked', hash },
      );
    }
    if (decided || policies.unreviewed === 'show') return;
    throw new ProtocolError(
      'PermissionDenied',
      `Nobody has reviewed the View ${uri} of ${serverName} yet. Review what it may reach, then allow its template.`,
      { review: 'undecided', hash, declared },
    );
  }

  async function open(wanted: Wanted, channel: ChannelRequest, caller: ViewCaller): Promise<OpenedSandbox> {
    assertView(wanted.resourceUri);
    const template = await templateFor(channel, wanted.resourceUri);
    review(template, channel, wanted.resourceUri);
    const { declared, hash, html } = template;
    const { session, customizationId: server } = channel;
    const { loosen, consent } = policies.for(server, ports.definitionOf(server));
    const permissions = permissionsOf(declared.permissions);
    const domain = loosen.includes('stable-origin') ? declared.domain : undefined;
    const { resourceUri } = wanted;
    const { needsOrigin } = permissions;
    const place = ports.places.placeFor(wanted.shell, { server, resourceUri, domain, needsOrigin });
    const hasOrigin = place.kind === 'own';
    const shell = new URL(wanted.shell).origin;
    const isOwn = (source: string): boolean => ports.places.isOwn(shell, source);
    const allowed = contentPolicy({ declared: declared.csp, loosened: loosen, shell, isOwn });
    const { granted } = allowed;
    const page = proxyPage(ports.proxyPage(), { shell, hasOrigin, allow: permissions.allow });
    const headers = {
      'Connection-Allowlist': connectionAllowlist(granted),
      'Permissions-Policy': permissions.header,
    };
    const stays = domain === undefined ? undefined : place.origin;
    const terms = JSON.stringify([session, server, hash, stays, page, headers, allowed.policy, consent]);
    const record =
      wanted.view === undefined ? () => undefined : recorderOf(audit, channel, caller, wanted.view);
    const ready = opened.take(wanted.ahead, terms, caller);
    if (ready) {
      ready.view.record = record;
      return ready.sandbox;
    }
    const secret = ports.sandboxes.newSecret();
    const url = `${place.origin}/${secret}`;
    // Absolute, since a View's own document has no address to start from.
    const policy = `${allowed.policy}; report-uri ${url}/report`;
    const view = { record };
    const { loadBy } = ports.sandboxes.open({
      secret,
      name: place.name,
      page,
      headers: { 'Content-Security-Policy': policy, ...headers },
      reports: reportsTo(({ target, reason }) => {
        view.record({ method: 'csp', target, decision: 'refused', reason, requestBytes: 0 });
      }),
    });
    const sandbox: OpenedSandbox = {
      url,
      origin: place.origin,
      expiresAt: new Date(loadBy).toISOString(),
      kind: place.kind,
      allow: permissions.allow,
      template: { hash, bytes: html.length },
      granted: {
        ...(granted && { csp: granted }),
        ...(permissions.granted && { permissions: permissions.granted }),
        ...(hasOrigin && domain !== undefined && { domain }),
        ...(declared.prefersBorder !== undefined && { prefersBorder: declared.prefersBorder }),
      },
      loosened: [...loosen],
      policy,
      notes: [
        ...(hasOrigin && declared.domain !== domain ? [newOriginEachTime] : []),
        ...place.notes,
        ...allowed.notes,
        ...permissions.notes,
      ],
      consent: { ...consent },
    };
    if (wanted.view === undefined) opened.keep({ sandbox, terms, view }, caller);
    return sandbox;
  }

  return {
    async openSandbox(wanted, caller) {
      const channel = channelOf(wanted.server, caller);
      const opening = () => open(wanted, channel, caller);
      // A sandbox opened ahead belongs to no View yet; it is recorded when a View takes it.
      if (wanted.view === undefined) return { sandbox: await opening() };
      const act = {
        ...viewAct(channel, caller, wanted.view),
        method: 'sandbox/open',
        target: wanted.resourceUri,
      };
      const policyOf = ({ policy }: OpenedSandbox) => ({ reason: withoutAddress(policy) });
      return { sandbox: await recorder.run(act, opening, policyOf) };
    },

    async recordView({ server, view, records }, caller) {
      const record = recorderOf(audit, channelOf(server, caller), caller, view);
      for (const { bytes, target, reason, ...rest } of records) {
        record({
          ...rest,
          ...(target !== undefined && { target }),
          ...(reason !== undefined && { reason }),
          requestBytes: bytes,
        });
      }
      return {};
    },

    async listTemplates({ server }) {
      const listed = seen.list(server).map((template) => ({
        ...template,
        decision: policies.decisionOn(template.hash)?.decision ?? 'undecided',
      }));
      return { templates: listed, unreviewed: policies.unreviewed };
    },

    async decideTemplate({ hash, decision }, { principal }) {
      const at = new Date(clock.now()).toISOString();
      policies.decide(hash, decision === 'undecided' ? undefined : { decision, by: principal.id, at });
      return {};
    },

    async listViewPolicies() {
      // Decisions about another definition have no effect, so they aren't listed.
      const holding = policies.list((server) => ports.definitionOf(server));
      return { policies: holding.map((policy) => ({ ...policy, ...nameOf(policy.server) })) };
    },

    async setViewPolicy({ server, ...changes }) {
      const definition = ports.definitionOf(server);
      if (definition === undefined)
        throw new ProtocolError('NotFound', `There is no server "${server}". List the servers again.`);
      return { policy: { ...policies.change(server, definition, changes), ...nameOf(server) } };
    },

    async setUnreviewedTemplates({ unreviewed }) {
      policies.unreviewed = unreviewed;
      return {};
    },
  };

  /** Undefined if unknown: a server that has served no template has no View either. */
  function nameOf(server: string): { readonly serverName?: string } {
    const [template] = seen.list(server);
    return template ? { serverName: template.serverName } : {};
  }
}

const newOriginEachTime =
  'The template asks for a domain that stays the same. It gets a new origin each time it is opened, so it can\'t find what it stored before. Allow "Keep its origin" for its server in the settings of Views if you trust it.';

/** Only the page's frame may know its address. */
function withoutAddress(policy: string): string {
  return policy.replace(/; report-uri .*$/, '');
}
