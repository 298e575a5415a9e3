import { isKnownTo, type StateAction } from '../../../actions.ts';
import type { ChangesetAction } from '../../../channels/changeset/actions.ts';
import type { ChatAction } from '../../../channels/chat/actions.ts';
import type { ResourceWatchAction } from '../../../channels/resource-watch/actions.ts';
import type { RootAction } from '../../../channels/root/actions.ts';
import type { SessionAction } from '../../../channels/session/actions.ts';
import type { TerminalAction } from '../../../channels/terminal/actions.ts';
import { rootUri, schemeOf } from '../../../channels/uris.ts';
import { hasStatus, Status } from '../../../common/status.ts';
import type { V03Action } from '../actions.ts';
import { enveloped, type LoggedAction, type V03Envelope } from './envelopes.ts';
import { plainForm } from './plain-form.ts';
import { marksUnread } from './project-action.ts';
import { activeClientFor, projectActiveClient, projectCustomization } from './project-customizations.ts';
import { projectModel } from './project-message.ts';
import { activityTextOf, projectRootAction } from './project-state.ts';
import { projectTerminalAction } from './project-terminal.ts';
import { ReplayedChat } from './replayed-chat.ts';
import { say } from './say.ts';
import { stickyOf } from '../sticky.ts';
import type { Inline, SessionView } from '../view.ts';

/** Fields that are sent once, with their final value, instead of step by step. */
type Settled = 'customizations' | 'activeClient' | 'activity' | 'isRead';

const settledBy = (type: SessionAction['type']): Settled | undefined => {
  if (type.startsWith('session/customization') || type.startsWith('session/mcpServer'))
    return 'customizations';
  if (type.startsWith('session/activeClient')) return 'activeClient';
  return type === 'session/activityChanged' ? 'activity' : undefined;
};

/** One session during a replay: its final state is known, but not its earlier ones. */
class ReplayedSession {
  readonly #final: SessionView;
  readonly #clientId: string;
  readonly #inline: Inline | undefined;
  readonly #chat: ReplayedChat;
  readonly #settled = new Set<Settled>();

  constructor(final: SessionView, clientId: string, inline: Inline | undefined) {
    this.#final = final;
    this.#clientId = clientId;
    this.#inline = inline;
    this.#chat = new ReplayedChat(final.chat, inline);
  }

  /** Undefined if the entry can't be translated without the state before it. */
  tell({ channel, action, origin }: LoggedAction): readonly V03Action[] | undefined {
    const told =
      channel === this.#final.resource ? this.#tellSession(action as SessionAction) : this.#tellChat(action);
    if (!told) return undefined;
    if (marksUnread(told)) this.#settled.add('isRead');
    if (told.length > 0 || origin?.clientId !== this.#clientId) return told;
    const echo = plainForm(action, this.#inline);
    return echo ? [echo] : [];
  }

  #tellChat(action: StateAction): readonly V03Action[] | undefined {
    if (action.type === 'chat/activityChanged') this.#settled.add('activity');
    return this.#chat.tell(action as ChatAction);
  }

  #tellSession(action: SessionAction): readonly V03Action[] | undefined {
    if (action.type === 'session/defaultChatChanged') return undefined;
    // With a default chat at the end and no change in the log, it has been the same all the time.
    if (action.type === 'session/chatRemoved')
      return this.#final.session.defaultChat === undefined ? undefined : [];
    if (action.type === 'session/metaChanged') return this.#tellMeta(action);
    const settled = settledBy(action.type);
    if (settled) this.#settled.add(settled);
    const plain = settled ? undefined : plainForm(action, this.#inline);
    return plain ? [plain] : [];
  }

  /** A missing model may have been set before, and 0.3 can't clear one. */
  #tellMeta(
    action: Extract<SessionAction, { type: 'session/metaChanged' }>,
  ): readonly V03Action[] | undefined {
    const { model, agent } = stickyOf(action._meta);
    const plain = plainForm(action);
    if (!model || !plain) return undefined;
    return [
      say('session/modelChanged', { model: projectModel(model) }),
      say('session/agentChanged', { agent }),
      plain,
    ];
  }

  /** The actions after the last entry; undefined if something before it is uncertain. */
  settle(): readonly V03Action[] | undefined {
    if (!this.#chat.certain) return undefined;
    const { session } = this.#final;
    const told: V03Action[] = [];
    if (this.#settled.has('customizations') && session.customizations) {
      const customizations = session.customizations.map(projectCustomization);
      told.push(say('session/customizationsChanged', { customizations }));
    }
    if (this.#settled.has('activity')) {
      told.push(say('session/activityChanged', { activity: activityTextOf(this.#final) }));
    }
    if (this.#settled.has('activeClient')) {
      const client = activeClientFor(session, this.#clientId);
      told.push(
        say('session/activeClientChanged', { activeClient: client ? projectActiveClient(client) : null }),
      );
    }
    if (this.#settled.has('isRead') && hasStatus(session.status, Status.isRead)) {
      told.push(say('session/isReadChanged', { isRead: true }));
    }
    return told;
  }
}

/** 0.3 has most actions of changesets, with the same fields. */
function isShown(type: string): boolean {
  return isKnownTo(type, '0.3.0');
}

function tellOther({ channel, action }: LoggedAction): V03Envelope['action'][] {
  if (channel === rootUri) return [projectRootAction(action as RootAction)];
  if (schemeOf(channel) === 'terminal') return [projectTerminalAction(action as TerminalAction)];
  if (schemeOf(channel) === 'changeset') return isShown(action.type) ? [action as ChangesetAction] : [];
  return action.type === 'resourceWatch/changed' ? [action satisfies ResourceWatchAction] : [];
}

/**
 * The actions that a returning 0.3 client missed, from the canonical log alone. The views are those of its subscribed
 * sessions after the last entry.
 *
 * Undefined means that an entry can't be translated exactly without the state before it; the host then answers with new
 * snapshots, as it always may. This assumes that the host refused to start a turn over one that was waiting for input.
 */
export function projectReplay(
  entries: readonly LoggedAction[],
  views: ReadonlyMap<string, SessionView>,
  clientId: string,
  inline?: Inline,
): V03Envelope[] | undefined {
  const sessions = new Map<string, { resource: string; session: ReplayedSession }>();
  for (const [resource, view] of views) {
    const shown = { resource, session: new ReplayedSession(view, clientId, inline) };
    sessions.set(resource, shown);
    if (view.session.defaultChat !== undefined) sessions.set(view.session.defaultChat, shown);
  }
  const last = new Map(entries.map((entry, index) => [sessions.get(entry.channel)?.resource, index]));
  const envelopes: V03Envelope[] = [];
  for (const [index, entry] of entries.entries()) {
    const shown = sessions.get(entry.channel);
    if (!shown) {
      envelopes.push(...enveloped(entry.channel, tellOther(entry), entry));
      continue;
    }
    const told = shown.session.tell(entry);
    const settled = last.get(shown.resource) === index ? shown.session.settle() : [];
    if (!told || !settled) return undefined;
    envelopes.push(...enveloped(shown.resource, [...told, ...settled], entry));
  }
  return envelopes;
}
