import type { ChatAction } from '../../../channels/chat/actions.ts';
import { reduceChat } from '../../../channels/chat/reducer.ts';
import type { ActiveTurn, ChatState, ResponsePart } from '../../../channels/chat/state.ts';
import { Status } from '../../../common/status.ts';
import type { V03Action } from '../actions.ts';
import { callOf, sayChatChange } from './chat-changes.ts';
import { plainForm } from './plain-form.ts';
import { endedInError, openRequests } from './project-turn.ts';
import type { Inline } from '../view.ts';

type Told = readonly V03Action[] | undefined;
type CallAction = Extract<ChatAction, { toolCallId: string }>;
type TurnAction = Extract<ChatAction, { turnId: string }>;

/** The part of a turn that the log shows: all of it, or only what came after the start of the log. */
interface SeenTurn {
  readonly chat: ChatState;
  readonly whole: boolean;
}

function withTurn(activeTurn: ActiveTurn): ChatState {
  return { resource: '', title: '', status: Status.inProgress, modifiedAt: '', turns: [], activeTurn };
}

const unknownMessage = { text: '', origin: { kind: 'user' } } as const;

/**
 * The chat of a session during a replay. If an action depends on its target, that is taken from the replayed part of
 * the log, or from the chat's final state.
 */
export class ReplayedChat {
  readonly #final: ChatState | undefined;
  readonly #inline: Inline | undefined;
  readonly #seen = new Map<string, SeenTurn>();
  #mayHaveSettled = false;

  constructor(final: ChatState | undefined, inline: Inline | undefined) {
    this.#final = final;
    this.#inline = inline;
  }

  /**
   * A 0.3 reducer recomputes the status when a call is to be changed, even if there is none. After an error it would
   * lose it, so it must not get actions for calls that may have been over.
   */
  get certain(): boolean {
    return !(this.#mayHaveSettled && this.#final && endedInError(this.#final));
  }

  tell(action: ChatAction): Told {
    switch (action.type) {
      case 'chat/turnResume':
      case 'chat/turnsLoaded':
        return undefined;
      case 'chat/turnStarted':
        return this.#start(action);
      case 'chat/truncated':
        this.#seen.clear();
        return this.#plainly(action);
      case 'chat/turnComplete':
      case 'chat/turnCancelled':
      case 'chat/error':
        this.#seen.delete(action.turnId);
        return this.#plainly(action);
      case 'chat/delta':
      case 'chat/reasoning':
        return this.#repeats(action.turnId, action.partId) ? undefined : this.#plainly(action);
      case 'chat/inputRequested':
        return this.#request(action);
      case 'chat/inputAnswerChanged':
      case 'chat/inputCompleted':
        return this.#askedTwice(action.requestId) ? undefined : this.#fold(action);
      case 'chat/responsePart':
        return this.#add(action);
      case 'chat/toolCallStart':
        if (this.#repeats(action.turnId, action.toolCallId)) return undefined;
        return this.#advance(this.#turn(action.turnId), action);
      default:
        return 'toolCallId' in action ? this.#move(action) : this.#plainly(action);
    }
  }

  #plainly(action: ChatAction): Told {
    const plain = plainForm(action, this.#inline);
    return plain ? [plain] : [];
  }

  #turn(turnId: string): SeenTurn {
    const seen = this.#seen.get(turnId);
    if (seen) return seen;
    return {
      chat: withTurn({ id: turnId, startedAt: '', message: unknownMessage, responseParts: [] }),
      whole: false,
    };
  }

  /** The turn's final parts. A turn that is gone by then may be translated in any way. */
  #partsAtEnd(turnId: string): readonly ResponsePart[] {
    const { activeTurn, turns = [] } = this.#final ?? {};
    if (activeTurn?.id === turnId) return activeTurn.responseParts;
    return turns.findLast((turn) => turn.id === turnId)?.responseParts ?? [];
  }

  /** Whether several parts have this id: then 0.3 and 1.0 disagree about which one is meant. */
  #repeats(turnId: string, id: string): boolean {
    const named = this.#partsAtEnd(turnId).filter((part) =>
      part.kind === 'toolCall' ? part.toolCall.toolCallId === id : 'id' in part && part.id === id,
    );
    return named.length > 1;
  }

  #askedTwice(requestId: string): boolean {
    const { activeTurn, turns = [] } = this.#final ?? {};
    return [...turns, ...(activeTurn ? [activeTurn] : [])].some(
      ({ responseParts }) =>
        responseParts.filter((part) => part.kind === 'inputRequest' && part.request.id === requestId).length >
        1,
    );
  }

  #start(action: Extract<ChatAction, { type: 'chat/turnStarted' }>): Told {
    const waiting = [...this.#seen.values()].some(({ chat }) => openRequests(chat.activeTurn).length > 0);
    if (waiting) return undefined;
    const { turnId: id, startedAt, message } = action;
    this.#mayHaveSettled = false;
    this.#seen.clear();
    this.#seen.set(id, { chat: withTurn({ id, startedAt, message, responseParts: [] }), whole: true });
    return this.#plainly(action);
  }

  /** Without a turn a request would be ignored, so there must certainly be one. */
  #request(action: Extract<ChatAction, { type: 'chat/inputRequested' }>): Told {
    const running = [...this.#seen.values()].some(({ whole }) => whole);
    return running ? this.#fold(action) : undefined;
  }

  /** For actions without a turn id: they apply to the active turn. */
  #fold(action: ChatAction): Told {
    for (const [turnId, seen] of this.#seen)
      this.#seen.set(turnId, { ...seen, chat: reduceChat(seen.chat, action) });
    return this.#plainly(action);
  }

  #add(action: Extract<ChatAction, { type: 'chat/responsePart' }>): Told {
    const { part, turnId } = action;
    if (part.kind === 'inputRequest' && part.response === undefined) return undefined;
    if (part.kind === 'toolCall' && this.#repeats(turnId, part.toolCall.toolCallId)) return undefined;
    return this.#advance(this.#turn(turnId), action);
  }

  /** The same rules as live, on the part of the turn that the log shows. */
  #advance({ chat, whole }: SeenTurn, action: TurnAction): Told {
    if (!whole) this.#mayHaveSettled = true;
    const after = reduceChat(chat, action);
    this.#seen.set(action.turnId, { chat: after, whole });
    return sayChatChange({ before: chat, after, action, inline: this.#inline });
  }

  #move(action: CallAction): Told {
    const seen = this.#turn(action.turnId);
    if (callOf(seen.chat.activeTurn, action.toolCallId)) return this.#advance(seen, action);
    if (seen.whole) return [];
    this.#mayHaveSettled = true;
    return this.#movesTheSame(action) ? this.#plainly(action) : undefined;
  }

  /** Whether an action on a call whose start isn't in the log means the same in both versions. */
  #movesTheSame(action: CallAction): boolean {
    if (action._meta !== undefined) return false;
    if (action.type === 'chat/toolCallReady') return false;
    if (action.type === 'chat/toolCallConfirmed') return action.editedToolInput === undefined;
    if (action.type !== 'chat/toolCallComplete' && action.type !== 'chat/toolCallContentChanged') return true;
    // Only a call to a server can wait for a sign-in, where these would be ignored.
    const part = this.#partsAtEnd(action.turnId).findLast(
      (candidate) => candidate.kind === 'toolCall' && candidate.toolCall.toolCallId === action.toolCallId,
    );
    return part?.kind !== 'toolCall' || part.toolCall.contributor?.kind !== 'mcp';
  }
}
