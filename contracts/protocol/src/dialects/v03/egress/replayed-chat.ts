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

/** What the log itself shows of a turn: all of it, or only what came after the log begins. */
interface SeenTurn {
  readonly chat: ChatState;
  readonly whole: boolean;
}

function withTurn(activeTurn: ActiveTurn): ChatState {
  return { resource: '', title: '', status: Status.inProgress, modifiedAt: '', turns: [], activeTurn };
}

const unknownMessage = { text: '', origin: { kind: 'user' } } as const;

/**
 * The chat of a session during a replay. Where an action needs to know what it acts on, that is taken
 * from the part of the log that is replayed, or from how the chat looks at the end.
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
   * A 0.3 reducer looks at the status anew when a call is to be moved, even if there is none. After an
   * error it would forget it, so it must not have been told of calls that may have been over.
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

  /** The parts that the turn has at the end. A turn that is gone by then may be told in any way. */
  #partsAtEnd(turnId: string): readonly ResponsePart[] {
    const { activeTurn, turns = [] } = this.#final ?? {};
    if (activeTurn?.id === turnId) return activeTurn.responseParts;
    return turns.findLast((turn) => turn.id === turnId)?.responseParts ?? [];
  }

  /** Whether an id stands for more than one part: then 0.3 and 1.0 disagree on which one is meant. */
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

  /** Without a turn a request would be ignored, so there has to be one for certain. */
  #request(action: Extract<ChatAction, { type: 'chat/inputRequested' }>): Told {
    const running = [...this.#seen.values()].some(({ whole }) => whole);
    return running ? this.#fold(action) : undefined;
  }

  /** For actions that name no turn: they act on the one that is active. */
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

  /** The same rules as live, on what the log shows of the turn. */
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

  /** Whether an action on a call that the log does not show starting means the same in both versions. */
  #movesTheSame(action: CallAction): boolean {
    if (action._meta !== undefined) return false;
    if (action.type === 'chat/toolCallReady') return false;
    if (action.type === 'chat/toolCallConfirmed') return action.editedToolInput === undefined;
    if (action.type !== 'chat/toolCallComplete' && action.type !== 'chat/toolCallContentChanged') return true;
    // Only a call to a server can be waiting for a sign-in, where these would be ignored.
    const part = this.#partsAtEnd(action.turnId).findLast(
      (candidate) => candidate.kind === 'toolCall' && candidate.toolCall.toolCallId === action.toolCallId,
    );
    return part?.kind !== 'toolCall' || part.toolCall.contributor?.kind !== 'mcp';
  }
}
