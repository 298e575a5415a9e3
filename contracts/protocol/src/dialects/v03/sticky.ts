import {
  agentSelectionSchema,
  modelSelectionSchema,
  type ModelSelection,
} from '../../channels/chat/messages.ts';
import { without } from '../../common/objects.ts';
import { spentKey } from '../../extensions/session-spent.ts';
import type { V03AgentSelection } from './messages.ts';

type Meta = Record<string, unknown>;

/** The host's keys for the sticky choice; 0.3 has it on the session. */
const modelKey = 'loggia.model';
const agentKey = 'loggia.agent';

/** `null` removes the choice. */
export interface StickyChange {
  readonly model?: ModelSelection | null;
  readonly agent?: V03AgentSelection | null;
}

export interface Sticky {
  readonly model: ModelSelection | undefined;
  readonly agent: V03AgentSelection | undefined;
}

export function stickyOf(meta: Meta | undefined): Sticky {
  return {
    model: modelSelectionSchema.safeParse(meta?.[modelKey]).data,
    agent: agentSelectionSchema.safeParse(meta?.[agentKey]).data,
  };
}

/** `_meta` without the fields that 0.3 shows elsewhere or isn't told of; absent if nothing else is in it. */
export function withoutSticky(meta: Meta | undefined): Meta | undefined {
  const keys = [modelKey, agentKey, spentKey];
  if (!meta || !keys.some((key) => Object.hasOwn(meta, key))) return meta;
  const rest = keys.reduce((left, key) => without(left, key), meta);
  return Object.keys(rest).length > 0 ? rest : undefined;
}

/** The `_meta` that the host sets when the choice changes. */
export function withSticky(meta: Meta | undefined, change: StickyChange): Meta | undefined {
  const next: Meta = { ...meta };
  if (change.model) next[modelKey] = change.model;
  if (change.agent) next[agentKey] = change.agent;
  if (change.model === null) delete next[modelKey];
  if (change.agent === null) delete next[agentKey];
  return Object.keys(next).length > 0 ? next : undefined;
}
