import {
  ownAgent,
  ProtocolError,
  Status,
  type AgentInfo,
  type ChatOrigin,
  type ChatSource,
  type ChatState,
  type Turn,
  withAgent,
} from '@loggia/protocol';

export interface NewChat {
  readonly uri: string;
  readonly title: string;
  readonly now: string;
  readonly origin: ChatOrigin;
  readonly turns?: Turn[];
  /** Whether it can move to another session. */
  readonly movable?: true;
  readonly workingDirectories?: string[] | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

export function newChatState({
  uri,
  title,
  now,
  origin,
  turns = [],
  movable,
  workingDirectories,
  meta,
}: NewChat): ChatState {
  return {
    resource: uri,
    title,
    status: Status.idle | Status.isRead,
    modifiedAt: now,
    origin,
    ...(movable && { movable }),
    ...(workingDirectories && { workingDirectories }),
    turns,
    ...(meta && { _meta: { ...meta } }),
  };
}

/** Throws if the agent doesn't support this, before anything is created. */
export function assertCanBranch(agent: AgentInfo | undefined, source: ChatSource | undefined): void {
  const several = agent?.capabilities?.multipleChats;
  if (!several)
    throw new ProtocolError(
      'InvalidParams',
      'This agent has one chat for each session. Create a new session instead.',
    );
  if (source?.kind === 'fork' && !several.fork)
    throw new ProtocolError('InvalidParams', 'This agent cannot fork a chat.');
  if (source?.kind === 'sideChat' && !several.sideChat)
    throw new ProtocolError('InvalidParams', 'This agent has no side chats.');
}

/** A fork copies the turns; a side chat starts empty and only remembers its origin. */
export function branch(
  source: ChatSource,
  from: ChatState,
): Pick<NewChat, 'origin' | 'meta'> & { readonly turns: Turn[] } {
  const { chat, turnId } = source;
  const agent = ownAgent(from);
  const meta = agent === undefined ? undefined : withAgent(undefined, agent);
  const index = from.turns.findIndex((turn) => turn.id === turnId);
  if (source.kind === 'fork') {
    if (index < 0)
      throw new ProtocolError('NotFound', `The chat has no finished turn "${turnId}" to fork from.`);
    return { origin: { kind: 'fork', chat, turnId }, turns: from.turns.slice(0, index + 1), meta };
  }
  if (index < 0 && from.activeTurn?.id !== turnId) {
    throw new ProtocolError('NotFound', `The chat has no turn "${turnId}" to branch off from.`);
  }
  const { selection } = source;
  return { origin: { kind: 'sideChat', chat, turnId, ...(selection && { selection }) }, turns: [], meta };
}
