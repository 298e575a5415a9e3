import { setOrDrop, without } from '../../common/objects.ts';
import { Status, withFlag } from '../../common/status.ts';
import type { Steps } from '../../define-actions.ts';
import type { ChatAction } from './actions.ts';
import type { ChatInputAnswers } from './input-requests.ts';
import type { ChatState, ResponsePart } from './state.ts';
import { appendPart, findPart, withPart, withTurnActivity } from './turns.ts';

type InputAction = Extract<ChatAction, { type: `chat/input${string}` }>;
type InputPart = Extract<ResponsePart, { kind: 'inputRequest' }>;

function findOpenRequest(state: ChatState, requestId: string) {
  return findPart(
    state.activeTurn,
    (part): part is InputPart =>
      part.kind === 'inputRequest' && part.response === undefined && part.request.id === requestId,
  );
}

function withAnswers(part: InputPart, answers: ChatInputAnswers): InputPart {
  const given = Object.keys(answers).length > 0 ? answers : undefined;
  return { ...part, request: setOrDrop(part.request, 'answers', given) };
}

export const inputSteps: Steps<ChatState, InputAction> = {
  'chat/inputRequested': (state, { request }) => {
    if (!state.activeTurn) return state;
    const found = findOpenRequest(state, request.id);
    const answers = request.answers ?? found?.part.request.answers;
    const part: InputPart = { kind: 'inputRequest', request: setOrDrop(request, 'answers', answers) };
    const next = found
      ? withPart(state, found.turn, found.index, part)
      : appendPart(state, state.activeTurn.id, part);
    const active = withTurnActivity(next);
    return { ...active, status: withFlag(active.status, Status.isRead, false) };
  },

  'chat/inputAnswerChanged': (state, { requestId, questionId, answer }) => {
    const found = findOpenRequest(state, requestId);
    if (!found) return state;
    const answers = found.part.request.answers ?? {};
    const next = answer === undefined ? without(answers, questionId) : { ...answers, [questionId]: answer };
    return next === answers ? state : withPart(state, found.turn, found.index, withAnswers(found.part, next));
  },

  'chat/inputCompleted': (state, { requestId, response, answers }) => {
    const found = findOpenRequest(state, requestId);
    if (!found) return state;
    const given = { ...found.part.request.answers, ...answers };
    const part = { ...withAnswers(found.part, given), response };
    return withTurnActivity(withPart(state, found.turn, found.index, part));
  },
};
