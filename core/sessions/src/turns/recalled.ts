import {
  summaryMarkOf,
  withoutTakenOver,
  type ResponsePart,
  type SummaryMark,
  type Turn,
} from '@loggia/protocol';
import type { ModelInput } from '../embedded.ts';
import type { PastTurn, Recalled, Summary } from '../harness.ts';
import { pastParts } from './conversation.ts';

/** The longest summary that is stored, in characters. */
const longestSummary = 200_000;

export interface Recallable {
  readonly turns: readonly Turn[];
  /** The same turns for the agent. */
  readonly past: readonly PastTurn[];
  /** The current turn, with what an earlier attempt at it said and did. */
  readonly active: Parts & { readonly id: string };
}

/** Leaves out what the newest summary covers. */
export function recalled({ turns, past, active }: Recallable, model: ModelInput): Recalled {
  // As the agent knows the turns, since it counted their calls.
  const all = [...turns, active].map(({ id, responseParts }) => ({
    id,
    responseParts: withoutTakenOver(responseParts),
  }));
  const found = newestMark(all);
  const parts = pastParts(active.responseParts, model);
  if (!found) return { turns: past, parts };
  const { text: summary, keeps, turn: at, part } = found;
  if (keeps === 'nothing') {
    return { summary, turns: past.slice(at + 1), parts: at < turns.length ? parts : [] };
  }
  const first = all.findIndex(({ id }) => id === keeps.turn);
  const from = first < 0 || first > at ? at : first;
  const calls = from === at ? keeps.calls : undefined;
  const marked = calls === undefined ? undefined : pastParts(lastCalls(all[at], part, calls), model);
  const kept = past.slice(from);
  const [begun, ...rest] = kept;
  return {
    summary,
    turns: begun && marked && at < turns.length ? [{ ...begun, parts: marked }, ...rest] : kept,
    parts: marked && at === turns.length ? marked : parts,
  };
}

export function markOf({ text, keeps }: Summary): SummaryMark {
  return {
    ...(text !== undefined && { text: text.slice(0, longestSummary) }),
    ...(keeps !== undefined && { keeps: keeps === 'nothing' ? keeps : { ...keeps } }),
  };
}

interface Parts {
  readonly responseParts: readonly ResponsePart[];
}

function newestMark(turns: readonly Parts[]) {
  for (let turn = turns.length - 1; turn >= 0; turn--) {
    const parts = turns[turn]?.responseParts ?? [];
    for (let part = parts.length - 1; part >= 0; part--) {
      const { text, keeps } = markAt(parts, part) ?? {};
      if (text !== undefined && keeps !== undefined) return { text, keeps, turn, part };
    }
  }
  return undefined;
}

function markAt(parts: readonly ResponsePart[], at: number): SummaryMark | undefined {
  const part = parts[at];
  return part && summaryMarkOf(part);
}

/** The parts of a turn without those before its last calls as of the mark. The text right before a call belongs to it. */
function lastCalls(turn: Parts | undefined, mark: number, calls: number): ResponsePart[] {
  const parts = turn?.responseParts ?? [];
  if (calls === 0) return parts.slice(mark);
  let from = mark;
  let left = calls;
  while (from > 0 && !(parts[from - 1]?.kind === 'toolCall' && left-- === 0)) from--;
  return parts.slice(from);
}
