import type {
  AnnotationsState,
  ChatState,
  Message,
  ResponsePart,
  StateAction,
  ToolCall,
} from '@loggia/protocol';
import type { SeededRandom } from '@loggia/testing';

export interface Chooser {
  readonly random: SeededRandom;
  clientId(): string;
  newId(): string;
  now(): string;
}

type Choice = readonly [weight: number, make: () => StateAction | undefined];

const toolNames = ['look', 'add'] as const;

const texts = [
  'a short one',
  'this one takes a while to be said back to whoever wrote it',
  '/think about it first',
  '/ask',
  '/tool look',
  '/tool add 1 2',
  '/tool unheard-of',
  '/confirm look',
  '/confirm add',
  '/forever',
  '/fail',
  '/resume the second half',
  '/history',
] as const;

export function message({ random }: Chooser): Message {
  const model = random.chance(0.1) && { model: { id: random.pick(['echo-1', 'echo-2']) } };
  return { text: random.pick(texts), origin: { kind: 'user' }, ...model };
}

/** Actions that every host must refuse. */
function invalid({ random, newId, now }: Chooser): StateAction {
  return random.pick<unknown>([
    { type: 'session/titleChanged', title: '   ' },
    { type: 'session/titleChanged' },
    { type: 'session/ready' },
    { type: 'session/activeClientSet', activeClient: { clientId: 'somebody else', tools: [] } },
    { type: 'chat/delta', turnId: 'x', partId: 'y', content: 'put into its mouth' },
    { type: 'chat/turnCancelled', turnId: newId(), duration: 1 },
    { type: 'chat/turnResume', turnId: newId() },
    { type: 'chat/truncated', turnId: newId() },
    {
      type: 'chat/toolCallComplete',
      turnId: 'x',
      toolCallId: 'y',
      result: { success: true, pastTenseMessage: '' },
    },
    {
      type: 'chat/turnStarted',
      turnId: newId(),
      startedAt: now(),
      message: { text: 'as the agent', origin: { kind: 'agent' } },
    },
    { type: 'root/configChanged', config: { theme: 'dark' } },
    { type: 'nobody/knows', of: 'this' },
  ]) as StateAction;
}

function choose({ random }: Chooser, choices: readonly Choice[]): StateAction | undefined {
  let left = random.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, make] of choices) {
    left -= weight;
    if (left < 0) return make();
  }
  return undefined;
}

export function onSession(chooser: Chooser): StateAction | undefined {
  const { random, newId } = chooser;
  const clientId = chooser.clientId();
  const directory = `file:///projects/${random.between(1, 3)}`;
  return choose(chooser, [
    [3, () => ({ type: 'session/titleChanged', title: `Title ${newId()}` })],
    [2, () => ({ type: 'session/isReadChanged', isRead: random.chance(0.5) })],
    [1, () => ({ type: 'session/isArchivedChanged', isArchived: random.chance(0.5) })],
    [1, () => ({ type: 'session/workingDirectorySet', directory })],
    [1, () => ({ type: 'session/workingDirectoryRemoved', directory })],
    [
      5,
      () => {
        const tools = toolNames.filter(() => random.chance(0.7)).map((name) => ({ name }));
        return { type: 'session/activeClientSet', activeClient: { clientId, tools } };
      },
    ],
    [1, () => ({ type: 'session/activeClientRemoved', clientId })],
    [2, () => invalid(chooser)],
  ]);
}

export function onAnnotations(
  chooser: Chooser,
  session: string,
  { annotations }: AnnotationsState,
): StateAction | undefined {
  const { random, newId } = chooser;
  const known = annotations.length > 0 && random.chance(0.9) ? random.pick(annotations) : undefined;
  const annotationId = known?.id ?? newId();
  const entry = { id: newId(), text: random.pick(['Why?', { markdown: '*Because.*' }]) };
  const resource = `file:///projects/${random.between(1, 3)}/a.ts`;
  const annotation = { id: newId(), origin: { session }, resource, resolved: false, entries: [entry] };
  return choose(chooser, [
    [4, () => ({ type: 'annotations/set', annotation })],
    [1, () => ({ type: 'annotations/set', annotation: { ...annotation, id: annotationId } })],
    [2, () => ({ type: 'annotations/entrySet', annotationId, entry })],
    [2, () => ({ type: 'annotations/updated', annotationId, resolved: random.chance(0.5) })],
    [1, () => ({ type: 'annotations/updated', annotationId, resource })],
    [
      1,
      () => {
        // Until it is refused, removing the last entry leaves none.
        const entryId = known?.entries.at(-1)?.id ?? newId();
        return { type: 'annotations/entryRemoved', annotationId, entryId };
      },
    ],
    [1, () => ({ type: 'annotations/removed', annotationId })],
    [0.5, () => ({ type: 'annotations/set', annotation: { ...annotation, entries: [] } })],
    [0.5, () => invalid(chooser)],
  ]);
}

export function onChat(chooser: Chooser, state: ChatState): StateAction | undefined {
  const { random, newId, now } = chooser;
  const { activeTurn } = state;
  const answers = activeTurn?.responseParts.flatMap((part) => answersTo(chooser, activeTurn.id, part)) ?? [];
  // A turn that waits for somebody usually gets what it waits for.
  if (answers.length > 0 && random.chance(0.8)) return random.pick(answers);
  const queued = state.queuedMessages ?? [];
  const kind = random.pick(['queued', 'steering'] as const);
  return choose(chooser, [
    [
      activeTurn ? 1 : 8,
      () => ({ type: 'chat/turnStarted', turnId: newId(), startedAt: now(), message: message(chooser) }),
    ],
    [activeTurn ? 2 : 0, () => ({ type: 'chat/turnCancelled', turnId: activeTurn?.id ?? '', duration: 5 })],
    [
      activeTurn ? 4 : 1,
      () => ({ type: 'chat/pendingMessageSet', kind, id: newId(), message: message(chooser) }),
    ],
    [
      1,
      () => {
        const id = kind === 'steering' ? state.steeringMessage?.id : queued[0]?.id;
        return id === undefined ? undefined : { type: 'chat/pendingMessageRemoved', kind, id };
      },
    ],
    [
      queued.length > 1 ? 1 : 0,
      () => ({ type: 'chat/queuedMessagesReordered', order: queued.map(({ id }) => id).toReversed() }),
    ],
    [2, () => ({ type: 'chat/draftChanged', ...(random.chance(0.7) && { draft: message(chooser) }) })],
    [
      1.5,
      () => {
        if (state.turns.length === 0 || random.chance(0.1)) return { type: 'chat/truncated' };
        return { type: 'chat/truncated', turnId: random.pick(state.turns).id };
      },
    ],
    [
      state.turns.at(-1)?.state === 'error' ? 10 : 0,
      () => ({ type: 'chat/turnResume', turnId: state.turns.at(-1)?.id ?? '' }),
    ],
    [0.5, () => ({ type: 'chat/isReadChanged', isRead: random.chance(0.5) })],
    [0.5, () => ({ type: 'chat/isArchivedChanged', isArchived: random.chance(0.5) })],
    [
      0.5,
      () => ({ type: 'chat/workingDirectorySet', directory: `file:///projects/${random.between(1, 3)}` }),
    ],
    [0.5, () => ({ type: 'session/titleChanged', title: `Chat ${newId()}` })],
    [1, () => invalid(chooser)],
  ]);
}

/** The actions with which this client could answer a waiting part of the turn. */
function answersTo(chooser: Chooser, turnId: string, part: ResponsePart): StateAction[] {
  const { random, newId } = chooser;
  if (part.kind === 'inputRequest' && part.response === undefined) {
    const requestId = part.request.id;
    const value = { kind: 'text' as const, value: newId() };
    const answers = { answer: { state: 'submitted' as const, value } };
    return [
      { type: 'chat/inputAnswerChanged', requestId, questionId: 'answer', answer: { state: 'draft', value } },
      { type: 'chat/inputCompleted', requestId, response: 'accept', answers },
      { type: 'chat/inputCompleted', requestId, response: random.pick(['accept', 'decline', 'cancel']) },
    ];
  }
  return part.kind === 'toolCall' ? answersToCall(chooser, turnId, part.toolCall) : [];
}

function answersToCall({ clientId, random, newId }: Chooser, turnId: string, call: ToolCall): StateAction[] {
  const ref = { turnId, toolCallId: call.toolCallId };
  if (call.status === 'pending-confirmation') {
    return [
      { type: 'chat/toolCallConfirmed', ...ref, approved: true, confirmed: 'user-action' },
      { type: 'chat/toolCallConfirmed', ...ref, approved: false, reason: 'denied' },
    ];
  }
  const isOwn = call.contributor?.kind === 'client' && call.contributor.clientId === clientId();
  // Now and then a client reports on a call that isn't its own.
  if (call.status !== 'running' || (!isOwn && random.chance(0.8))) return [];
  const content = [{ type: 'text' as const, text: `result ${newId()}` }];
  const success = random.chance(0.7);
  return [
    { type: 'chat/toolCallContentChanged', ...ref, content },
    { type: 'chat/toolCallComplete', ...ref, result: { success, pastTenseMessage: 'Done', content } },
    { type: 'chat/toolCallConfirmed', ...ref, approved: false, reason: 'denied' },
  ];
}
