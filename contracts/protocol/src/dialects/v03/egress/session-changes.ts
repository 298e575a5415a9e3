import type { SessionAction } from '../../../channels/session/actions.ts';
import type { Customization } from '../../../channels/session/customizations.ts';
import type { V03Action } from '../actions.ts';
import { plainForm } from './plain-form.ts';
import { activeClientFor, projectActiveClient, projectCustomization } from './project-customizations.ts';
import { projectModel } from './project-message.ts';
import { activityTextOf } from './project-state.ts';
import { rebuiltChat } from './rebuild.ts';
import { sameJson } from './same-json.ts';
import { say } from './say.ts';
import { stickyOf, withoutSticky } from '../sticky.ts';
import type { Inline, SessionView } from '../view.ts';

export interface SessionChange<Action extends SessionAction = SessionAction> {
  readonly before: SessionView;
  readonly after: SessionView;
  readonly action: Action;
  readonly inline?: Inline | undefined;
}

type Rules = {
  readonly [Type in SessionAction['type']]?: (
    change: SessionChange<Extract<SessionAction, { type: Type }>>,
  ) => readonly V03Action[];
};

export function sayActivity(before: SessionView, after: SessionView): V03Action[] {
  const activity = activityTextOf(after);
  return activity === activityTextOf(before) ? [] : [say('session/activityChanged', { activity })];
}

function sayDefaultChat({ before, after, inline }: SessionChange): V03Action[] {
  if (before.chat === after.chat) return [];
  return [...rebuiltChat(before.chat, after.chat, inline), ...sayActivity(before, after)];
}

function sayMeta({ before, after }: SessionChange): V03Action[] {
  const old = stickyOf(before.session._meta);
  const { model, agent } = stickyOf(after.session._meta);
  const _meta = withoutSticky(after.session._meta);
  return [
    ...(sameJson(old.model, model)
      ? []
      : [say('session/modelChanged', { model: model && projectModel(model) })]),
    ...(sameJson(old.agent, agent) ? [] : [say('session/agentChanged', { agent })]),
    ...(sameJson(withoutSticky(before.session._meta), _meta) ? [] : [say('session/metaChanged', { _meta })]),
  ];
}

function holds(entry: Customization, id: string): boolean {
  return 'children' in entry && (entry.children ?? []).some((child) => child.id === id);
}

/** 0.3 only switches top-level entries: for others the container is sent. */
function sayToggle(change: SessionChange<Extract<SessionAction, { type: 'session/customizationToggled' }>>) {
  const { id } = change.action;
  const entries = change.after.session.customizations ?? [];
  if (entries.some((entry) => entry.id === id)) return sayPlainly(change);
  const container = entries.find((entry) => holds(entry, id));
  const old = change.before.session.customizations?.find((entry) => holds(entry, id));
  if (!container || !old) return [];
  const customization = projectCustomization(container);
  return sameJson(projectCustomization(old), customization)
    ? []
    : [say('session/customizationUpdated', { customization })];
}

function sayPlainly({ action, inline }: SessionChange): V03Action[] {
  const plain = plainForm(action, inline);
  return plain ? [plain] : [];
}

const rules: Rules = {
  'session/chatRemoved': sayDefaultChat,
  'session/defaultChatChanged': sayDefaultChat,
  'session/activityChanged': ({ before, after }) => sayActivity(before, after),
  'session/metaChanged': sayMeta,
  'session/customizationToggled': sayToggle,
};

const byType = new Map(Object.entries(rules)) as ReadonlyMap<
  string,
  (change: SessionChange) => readonly V03Action[]
>;

export function saySessionChange(change: SessionChange): readonly V03Action[] {
  return (byType.get(change.action.type) ?? sayPlainly)(change);
}

/** The only difference between clients: the active client they see. */
export function sayActiveClient(before: SessionView, after: SessionView, forClient: string): V03Action[] {
  const old = activeClientFor(before.session, forClient);
  const next = activeClientFor(after.session, forClient);
  if (old === next) return [];
  if (!next) return [say('session/activeClientChanged', { activeClient: null })];
  const activeClient = projectActiveClient(next);
  const { tools } = activeClient;
  const onlyTools = old && sameJson({ ...projectActiveClient(old), tools }, activeClient);
  return onlyTools
    ? [say('session/activeClientToolsChanged', { tools })]
    : [say('session/activeClientChanged', { activeClient })];
}
