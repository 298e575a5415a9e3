import type { ChatAction } from '../../channels/chat/actions.ts';
import type { ChatInputRequest } from '../../channels/chat/input-requests.ts';
import type { ResponsePart } from '../../channels/chat/state.ts';
import type { Contributor, ToolCall, ToolInput, ToolResult } from '../../channels/chat/tool-calls.ts';
import { defined } from '../../common/objects.ts';
import { message, pick, type World } from './world.testkit.ts';

/** Three small numbers that determine the content of an action. */
export type Choice = readonly [number, number, number];
type Maker = (world: World, choice: Choice) => ChatAction;

function turnId(world: World, n: number): string {
  const { activeTurn, turns } = world.current;
  return (n % 8 === 7 ? turns.at(-1)?.id : activeTurn?.id) ?? 'nowhere';
}

function toolCalls(world: World): ToolCall[] {
  return (world.current.activeTurn?.responseParts ?? []).flatMap((shown) =>
    shown.kind === 'toolCall' ? [shown.toolCall] : [],
  );
}

function toolCallId(world: World, n: number, ...statuses: ToolCall['status'][]): string {
  const calls = toolCalls(world);
  const fitting = n % 5 === 4 ? calls : calls.filter((call) => statuses.includes(call.status));
  return fitting[n % Math.max(1, fitting.length)]?.toolCallId ?? calls.at(-1)?.toolCallId ?? 'no-call';
}

function meta(n: number): Record<string, unknown> | undefined {
  return n % 6 === 5 ? { ui: { resourceUri: `ui://${n}` } } : undefined;
}

const inputs: readonly [ToolInput | undefined, ...(ToolInput | undefined)[]] = [
  '{"a":1}',
  undefined,
  { uri: 'ahp-content:/input', sizeHint: 3 },
];
const contributors: readonly [Contributor | undefined, ...(Contributor | undefined)[]] = [
  { kind: 'mcp', customizationId: 'm' },
  { kind: 'client', clientId: 'one' },
  undefined,
];
const options = [
  { id: 'yes', label: 'Yes', kind: 'approve' as const },
  { id: 'no', label: 'No', kind: 'deny' as const },
];

const challenge = { reason: 'required', resource: { resource: 'https://mcp.example' } };

function result(n: number): ToolResult {
  return defined({
    success: n % 2 === 0,
    pastTenseMessage: `did ${n}`,
    content: n % 3 === 0 ? undefined : [{ type: 'text' as const, text: `${n}` }],
    error: n % 2 === 0 ? undefined : { message: 'no' },
  });
}

function request(n: number, answered: boolean): ChatInputRequest {
  const answers = answered ? { q: { state: 'skipped' as const } } : undefined;
  return defined({ id: `r${n % 2}`, message: `question ${n}`, answers });
}

function part(world: World, [a, b, c]: Choice): ResponsePart {
  const call = {
    toolCallId: b % 3 === 2 ? toolCallId(world, b) : world.newId('c'),
    toolName: 't',
    displayName: 'T',
  };
  const allowed = { ...call, invocationMessage: 'did', confirmed: 'setting' };
  const signedOut = { ...allowed, contributor: { kind: 'mcp' as const, customizationId: 'm' } };
  const parts: [ResponsePart, ...ResponsePart[]] = [
    { kind: 'markdown', id: `p${b % 2}`, content: 'm' },
    { kind: 'reasoning', id: `p${b % 2}`, content: 'r' },
    { kind: 'contentRef', uri: 'ahp-content:/x' },
    { kind: 'systemNotification', content: 'noted' },
    {
      kind: 'inputRequest',
      request: request(b, c % 2 === 0),
      ...(c % 3 === 0 && { response: 'accept' as const }),
    },
    { kind: 'error', error: { errorType: 'e', message: 'ignored' } },
    { kind: 'toolCall', toolCall: { status: 'streaming', ...call } },
    {
      kind: 'toolCall',
      toolCall: { status: 'pending-confirmation', ...call, invocationMessage: 'may I', options },
    },
    { kind: 'toolCall', toolCall: { status: 'pending-result-confirmation', ...allowed, ...result(c) } },
    {
      kind: 'toolCall',
      toolCall: {
        status: 'auth-required',
        ...signedOut,
        content: [{ type: 'text', text: 'so far' }],
        auth: challenge,
      },
    },
  ];
  return pick(parts, a);
}

const startTurn: Maker = (world, [a, b]) => ({
  type: 'chat/turnStarted',
  turnId: world.newId('t'),
  startedAt: '2026-01-03T00:00:00.000Z',
  message: message(a),
  ...(b % 3 === 0 && { queuedMessageId: pick(['q0', 'q1', 's0'], a) }),
});

const addPart: Maker = (world, choice) => ({
  type: 'chat/responsePart',
  turnId: turnId(world, choice[2]),
  part: part(world, choice),
});

const startCall: Maker = (world, [a, b, c]) => ({
  type: 'chat/toolCallStart',
  turnId: turnId(world, a),
  toolCallId: b % 5 === 4 ? toolCallId(world, b, 'running', 'streaming') : world.newId('c'),
  toolName: 't',
  displayName: 'T',
  intention: 'why',
  contributor: pick(contributors, c),
  _meta: meta(c),
});

const chatMakers: readonly (readonly [weight: number, make: Maker])[] = [
  [5, startTurn],
  [
    6,
    (world, [a, b]) => ({ type: 'chat/delta', turnId: turnId(world, a), partId: `p${b % 2}`, content: 'd' }),
  ],
  [
    6,
    (world, [a, b]) => ({
      type: 'chat/reasoning',
      turnId: turnId(world, a),
      partId: `p${b % 2}`,
      content: 'r',
    }),
  ],
  [7, addPart],
  [4, (world, [a, b, c]) => addPart(world, [4, a, b * 6 + 1 + (c % 2)])],
  [2, (world, [a, b]) => ({ type: 'chat/usage', turnId: turnId(world, a), usage: { outputTokens: b } })],
  [1, (world, [a]) => ({ type: 'chat/turnComplete', turnId: turnId(world, a), duration: 5 })],
  [1, (world, [a]) => ({ type: 'chat/turnCancelled', turnId: turnId(world, a), duration: 5 })],
  [
    3,
    (world, [a, b]) => ({
      type: 'chat/error',
      turnId: turnId(world, a),
      duration: 5,
      part: { kind: 'error', error: { errorType: 'e', message: `${b}` }, resumable: b % 4 !== 0 },
    }),
  ],
  [
    4,
    (world, [a]) => ({
      type: 'chat/turnResume',
      turnId: a % 8 === 7 ? 'x' : (world.current.turns.at(-1)?.id ?? 'x'),
    }),
  ],
  [1, (_, [a]) => ({ type: 'chat/activityChanged', ...(a % 2 === 0 && { activity: `chat is at ${a}` }) })],
  [
    1,
    (world, [a, b]) =>
      a % 4 === 0
        ? { type: 'chat/truncated' }
        : { type: 'chat/truncated', turnId: world.current.turns[b % 4]?.id ?? 'nowhere' },
  ],
  [
    2,
    (world, [a]) => ({
      type: 'chat/turnsLoaded',
      turns: world.olderTurns(a),
      ...(a % 2 === 0 && { turnsNextCursor: `${a}` }),
    }),
  ],
  [
    3,
    (_, [a, b, c]) => ({
      type: 'chat/pendingMessageSet',
      kind: pick(['steering', 'queued', 'queued'], a),
      id: a % 3 === 0 ? `s${b % 2}` : `q${b % 3}`,
      message: message(c),
    }),
  ],
  [
    2,
    (_, [a, b]) => ({
      type: 'chat/pendingMessageRemoved',
      kind: pick(['queued', 'steering'], a),
      id: pick(['q0', 'q1', 's0'], b),
    }),
  ],
  [
    2,
    (_, [a]) => ({ type: 'chat/queuedMessagesReordered', order: pick([['q2', 'q0', 'q0'], ['q1'], []], a) }),
  ],
  [1, (_, [a]) => ({ type: 'chat/draftChanged', draft: message(a) })],
  [1, (_, [a]) => ({ type: 'chat/isReadChanged', isRead: a % 2 === 0 })],
  [1, (_, [a]) => ({ type: 'chat/isArchivedChanged', isArchived: a % 2 === 0 })],
  [1, () => ({ type: 'chat/workingDirectorySet', directory: 'file:///sub' })],
  [4, (_, [a, b]) => ({ type: 'chat/inputRequested', request: request(a, b % 3 === 0) })],
  [
    5,
    (_, [a, b, c]) => ({
      type: 'chat/inputAnswerChanged',
      requestId: `r${a % 2}`,
      questionId: b % 2 === 0 ? 'q' : 'w',
      ...(c % 3 !== 0 && {
        answer: { state: 'draft' as const, value: { kind: 'number' as const, value: c } },
      }),
    }),
  ],
  [
    5,
    (_, [a, b]) => ({
      type: 'chat/inputCompleted',
      requestId: `r${a % 2}`,
      response: pick(['accept', 'cancel'], b),
    }),
  ],

  [6, startCall],
  [
    4,
    (world, [a, b, c]) => ({
      type: 'chat/toolCallDelta',
      turnId: turnId(world, a),
      toolCallId: toolCallId(world, b, 'streaming'),
      ...(c % 3 !== 0 && { content: '{' }),
      ...(c % 2 === 0 && { invocationMessage: `preparing ${c}` }),
      _meta: meta(a),
    }),
  ],
  [
    12,
    (world, [a, b, c]) => ({
      type: 'chat/toolCallReady',
      turnId: turnId(world, a),
      toolCallId: toolCallId(world, b, 'streaming', 'running', 'pending-confirmation'),
      invocationMessage: `doing ${a}`,
      toolInput: pick(inputs, c),
      riskAssessment: { judge: 'x' },
      ...(a % 3 === 0 && { confirmed: 'not-needed' }),
      ...(b % 2 === 0 && { options, confirmationTitle: 'Sure?', editable: true }),
      ...(c % 4 === 3 && { contributor: { kind: 'mcp' as const, customizationId: `m${a}` } }),
      _meta: meta(b),
    }),
  ],
  [
    7,
    (world, [a, b, c]) => ({
      type: 'chat/toolCallConfirmed',
      turnId: turnId(world, a),
      toolCallId: toolCallId(world, b, 'pending-confirmation'),
      approved: c % 3 !== 0,
      ...(a % 2 === 0 && { editedToolInput: '{"b":2}' }),
      ...(b % 2 === 0 && { selectedOptionId: pick(['yes', 'no', 'other'], c) }),
      ...(c % 2 === 0 && { userSuggestion: message(a), reasonMessage: 'because', reason: 'skipped' }),
      _meta: meta(c),
    }),
  ],
  [
    4,
    (world, [a, b, c]) => ({
      type: 'chat/toolCallContentChanged',
      turnId: turnId(world, a),
      toolCallId: toolCallId(world, b, 'running', 'auth-required'),
      content: [
        { type: 'text', text: `${c}` },
        { type: 'subagent', resource: 'ahp-chat:/b', title: 'Helper' },
      ],
      _meta: meta(c),
    }),
  ],
  [
    7,
    (world, [a, b, c]) => ({
      type: 'chat/toolCallComplete',
      turnId: turnId(world, a),
      toolCallId: toolCallId(world, b, 'running', 'auth-required', 'pending-confirmation'),
      result: result(c),
      ...(a % 2 === 0 && { requiresResultConfirmation: true }),
      _meta: meta(c),
    }),
  ],
  [
    4,
    (world, [a, b, c]) => ({
      type: 'chat/toolCallResultConfirmed',
      turnId: turnId(world, a),
      toolCallId: toolCallId(world, b, 'pending-result-confirmation'),
      approved: c % 2 === 0,
      _meta: meta(c),
    }),
  ],
  [
    8,
    (world, [a, b, c]) => ({
      type: 'chat/toolCallAuthRequired',
      turnId: turnId(world, a),
      toolCallId: toolCallId(world, b, 'running'),
      auth: challenge,
      _meta: meta(c),
    }),
  ],
  [
    6,
    (world, [a, b, c]) => ({
      type: 'chat/toolCallAuthResolved',
      turnId: turnId(world, a),
      toolCallId: toolCallId(world, b, 'auth-required'),
      ...(c % 2 === 0 && { _meta: { signedIn: c } }),
    }),
  ],
];

const weighted = chatMakers.flatMap(([weight, make]) => Array.from({ length: weight }, () => make));

const needsTurn = /^chat\/(delta|reasoning|responsePart|usage|turnC|error|toolCall|input)/;

/** Mostly actions that have an effect in the chat's current state. */
function sensible(world: World, action: ChatAction): Maker | undefined {
  const { activeTurn } = world.current;
  if (!activeTurn) return needsTurn.test(action.type) ? startTurn : undefined;
  if (action.type === 'chat/turnStarted') return addPart;
  return 'toolCallId' in action && action.toolCallId === 'no-call' ? startCall : undefined;
}

export function chatAction(world: World, kind: number, choice: Choice): ChatAction {
  const make = weighted[kind % weighted.length];
  if (!make) throw new Error('There is no maker.');
  const action = make(world, choice);
  const better = kind % 8 === 0 ? undefined : sensible(world, action);
  return defined(better ? better(world, choice) : action);
}
