import type { RootAction } from '../../../channels/root/actions.ts';
import type { AgentInfo, RootState } from '../../../channels/root/state.ts';
import type { SessionState, SessionSummary } from '../../../channels/session/state.ts';
import { defined, without } from '../../../common/objects.ts';
import { withActivity, type Status } from '../../../common/status.ts';
import type { V03Customization } from '../customizations.ts';
import { activeClientFor, projectActiveClient, projectCustomization } from './project-customizations.ts';
import { projectModel, projectPending } from './project-message.ts';
import { projectTerminalInfo, type V03TerminalInfo } from './project-terminal.ts';
import { activityOfChat, projectActiveTurn, projectInputRequests, projectTurn } from './project-turn.ts';
import type { V03SessionState, V03SessionSummary } from '../state.ts';
import { stickyOf, withoutSticky } from '../sticky.ts';
import type { Inline, SessionView } from '../view.ts';

/** 0 if the text isn't a date: the field is required. */
export function toMillis(timestamp: string): number {
  const millis = Date.parse(timestamp);
  return Number.isNaN(millis) ? 0 : millis;
}

function projectLifecycle(lifecycle: SessionState['lifecycle']): V03SessionState['lifecycle'] {
  return lifecycle === 'failed' ? 'creationFailed' : lifecycle;
}

/** Flags are the session's own; the activity is that of the shown chat. */
function statusOf(view: SessionView): Status {
  return withActivity(view.session.status, activityOfChat(view.chat));
}

export function activityTextOf(view: SessionView): string | undefined {
  return view.session.activity ?? view.chat?.activity;
}

function summaryOf(view: SessionView): V03SessionSummary {
  const { provider, title, project, workingDirectories, _meta } = view.session;
  const { model, agent } = stickyOf(_meta);
  return defined({
    resource: view.resource,
    provider,
    title,
    status: statusOf(view),
    activity: activityTextOf(view),
    createdAt: toMillis(view.createdAt),
    modifiedAt: toMillis(view.modifiedAt),
    project,
    model: model && projectModel(model),
    agent,
    workingDirectory: workingDirectories?.[0],
  });
}

/** The session as a 0.3 client sees it. `forClient` only decides which active client is shown. */
export function projectSession(view: SessionView, forClient?: string, inline?: Inline): V03SessionState {
  const { session, chat } = view;
  const { lifecycle, creationError, serverTools, config, changesets } = session;
  const activeClient = activeClientFor(session, forClient);
  const requests = projectInputRequests(chat?.activeTurn);
  return defined({
    summary: summaryOf(view),
    lifecycle: projectLifecycle(lifecycle),
    creationError,
    serverTools,
    activeClient: activeClient && projectActiveClient(activeClient),
    turns: chat?.turns.map((turn) => projectTurn(turn, inline)) ?? [],
    activeTurn: chat?.activeTurn && projectActiveTurn(chat.activeTurn, inline),
    steeringMessage: chat?.steeringMessage && projectPending(chat.steeringMessage),
    queuedMessages: chat?.queuedMessages?.map(projectPending),
    inputRequests: requests.length > 0 ? requests : undefined,
    config,
    customizations: session.customizations?.map(projectCustomization),
    changesets,
    _meta: withoutSticky(session._meta),
  });
}

type SummaryChanges = { readonly [Key in keyof SessionSummary]?: SessionSummary[Key] | undefined };

/** Only existing fields: the same function serves whole summaries and changes of them. */
export function projectSummaryChanges(changes: SummaryChanges): Partial<V03SessionSummary> {
  const { resource, provider, title, status, activity, project, changes: footprint } = changes;
  const { model, agent } = stickyOf(changes._meta);
  return defined({
    resource,
    provider,
    title,
    status,
    activity,
    createdAt: changes.createdAt === undefined ? undefined : toMillis(changes.createdAt),
    modifiedAt: changes.modifiedAt === undefined ? undefined : toMillis(changes.modifiedAt),
    project,
    model: model && projectModel(model),
    agent,
    workingDirectory: changes.workingDirectories?.[0],
    changes: footprint,
  }) as Partial<V03SessionSummary>;
}

export function projectSummary(summary: SessionSummary): V03SessionSummary {
  return projectSummaryChanges(summary) as V03SessionSummary;
}

type V03AgentInfo = Omit<AgentInfo, 'customizations' | 'capabilities'> & {
  customizations?: V03Customization[];
};
export type V03RootState = Omit<RootState, 'agents' | 'terminals'> & {
  agents: V03AgentInfo[];
  terminals?: V03TerminalInfo[];
};
export type V03RootAction =
  | { type: 'root/agentsChanged'; agents: V03AgentInfo[] }
  | { type: 'root/terminalsChanged'; terminals: V03TerminalInfo[] }
  | Exclude<RootAction, { type: 'root/agentsChanged' | 'root/terminalsChanged' }>;

function projectAgent(agent: AgentInfo): V03AgentInfo {
  const customizations = agent.customizations?.map(projectCustomization);
  return defined({ ...without(agent, 'capabilities'), customizations }) as V03AgentInfo;
}

export function projectRoot(root: RootState): V03RootState {
  const { agents, terminals, ...rest } = root;
  return {
    ...rest,
    agents: agents.map(projectAgent),
    ...(terminals && { terminals: terminals.map(projectTerminalInfo) }),
  };
}

export function projectRootAction(action: RootAction): V03RootAction {
  if (action.type === 'root/agentsChanged') return { ...action, agents: action.agents.map(projectAgent) };
  if (action.type !== 'root/terminalsChanged') return action;
  return { ...action, terminals: action.terminals.map(projectTerminalInfo) };
}
