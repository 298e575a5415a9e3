import type {
  AuthChallenge,
  ChatInputAnswer,
  ChatInputRequest,
  ConfigState,
  Contributor,
  ErrorInfo,
  Message,
  ToolCall,
  ToolContent,
  ToolDefinition,
  ToolInput,
  ToolResult,
  Turn,
  UsageInfo,
} from '@loggia/protocol';
import * as fc from 'fast-check';

type Shape<T> = { readonly [K in keyof T]: fc.Arbitrary<T[K]> };

/** All of `required` and some of `optional`. As on the wire, keys are never `undefined`. */
export function object<R extends object, O extends object = object>(
  required: Shape<R>,
  optional?: Shape<O>,
): fc.Arbitrary<R & Partial<O>> {
  const shape: Record<string, fc.Arbitrary<unknown>> = { ...required, ...optional };
  const made = fc.record(shape, { requiredKeys: Object.keys(required), noNullPrototype: true });
  return made as unknown as fc.Arbitrary<R & Partial<O>>;
}

/**
 * Names come from small pools, so that actions hit the results of earlier actions. Two of them are names that every
 * JavaScript object inherits.
 */
export const names = {
  turn: ['t1', 't2', 't3'],
  part: ['p1', 'p2'],
  call: ['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8'],
  request: ['r1', 'r2'],
  question: ['q1', '__proto__', 'constructor'],
  option: ['yes', 'no'],
  client: ['one', 'two'],
  work: ['w1', 'w2'],
  pending: ['m1', 'm2', 'm3'],
  directory: ['file:///a', 'file:///b', 'file:///c'],
  chat: ['ahp-chat:/a', 'ahp-chat:/b', 'ahp-chat:/c'],
  customization: ['plugin', 'directory', 'server', 'inner', 'skill', 'rule'],
  waiting: ['n1', 'n2', 'n3'],
  annotation: ['a1', 'a2', '__proto__'],
  entry: ['e1', 'e2', 'e3'],
} as const satisfies Record<string, readonly string[]>;

export function nameOf(kind: keyof typeof names): fc.Arbitrary<string> {
  return fc.constantFrom<string[]>(...names[kind]);
}

export const text = fc.string({ maxLength: 4 });
export const flag = fc.boolean();
const json = fc.constantFrom<unknown[]>(null, true, 0, 1.5, 'x', [], { deep: [1, { x: null }] });

/** From entries, which define `__proto__` as an ordinary key, like `JSON.parse`. */
function recordOf<T>(key: fc.Arbitrary<string>, value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  return fc.array(fc.tuple(key, value), { maxLength: 2 }).map((entries) => Object.fromEntries(entries));
}

export const meta = recordOf(fc.constantFrom('a', 'ui', '__proto__', 'toString'), json);
export const configValues = recordOf(fc.constantFrom('mode', 'depth', '__proto__'), json);
export const config: fc.Arbitrary<ConfigState> = object({ schema: fc.constant({}), values: configValues });

/** Also invalid dates: the wire only promises a string. */
export const timestamp = fc.constantFrom(
  '2026-03-01T09:00:00.000Z',
  '2026-03-01T09:00:00+02:00',
  '1970-01-01T00:00:00Z',
  'yesterday',
);
export const duration = fc.constantFrom(0, 1, 61_500, -5, 1e300);

/** Fields of a later version, which this one passes through. */
const later = { later: json };

export const message: fc.Arbitrary<Message> = object(
  { text, origin: object({ kind: fc.constantFrom('user', 'agent', 'integration') }) },
  {
    attachments: fc.constant([{ type: 'simple' as const, label: 'note' }]),
    model: fc.constant({ id: 'm1' }),
    _meta: meta,
    ...later,
  },
);

export const error: fc.Arbitrary<ErrorInfo> = object({ errorType: text, message: text }, { stack: text });
export const usage: fc.Arbitrary<UsageInfo> = object(
  {},
  { inputTokens: fc.nat(9), outputTokens: fc.nat(9), _meta: meta },
);
export const errorPart = object({ kind: fc.constant('error'), error }, { resumable: flag });

export const tool: fc.Arbitrary<ToolDefinition> = object({ name: text }, { title: text, _meta: meta });
const mcp: Contributor = { kind: 'mcp', customizationId: 'server' };
export const contributor = fc.constantFrom<Contributor[]>(mcp, mcp, { kind: 'client', clientId: 'one' });
export const toolInput = fc.constantFrom<ToolInput[]>('{"a":1}', '', { uri: 'ahp-content:/input' });
export const invocation = fc.oneof(text, object({ markdown: text }));
const oneContent = fc.constantFrom<ToolContent[]>(
  { type: 'text', text: 'a' },
  { type: 'resource', uri: 'ahp-content:/1' },
);
export const content = fc.array(oneContent, { maxLength: 2 });
export const confirmed = fc.constantFrom('not-needed', 'user-action', 'setting');
export const toolResult: fc.Arbitrary<ToolResult> = object(
  { success: flag, pastTenseMessage: invocation },
  { content, structuredContent: json, error: object({ message: text }, { code: text }) },
);
export const auth: fc.Arbitrary<AuthChallenge> = object(
  { reason: fc.constantFrom('required', 'expired'), resource: object({ resource: text }) },
  { requiredScopes: fc.constant(['read']) },
);
const option = nameOf('option').map((id) => ({ id, label: id, kind: id === 'yes' ? 'approve' : 'deny' }));
export const confirmation = {
  confirmationTitle: invocation,
  riskAssessment: meta,
  editable: flag,
  options: fc.uniqueArray(option, { selector: ({ id }) => id, maxLength: 2 }),
};

const identity = { toolCallId: nameOf('call'), toolName: text, displayName: text };
const described = { ...identity, invocationMessage: invocation };
const ran = { ...described, confirmed, success: flag, pastTenseMessage: invocation };
const some = { intention: text, contributor, _meta: meta };

/** A call in any state, as a snapshot may contain it. */
export const toolCall: fc.Arbitrary<ToolCall> = fc.oneof(
  object(
    { status: fc.constant('streaming'), ...identity },
    { ...some, partialInput: text, invocationMessage: invocation },
  ),
  object(
    { status: fc.constant('pending-confirmation'), ...described },
    { ...some, toolInput, ...confirmation },
  ),
  object({ status: fc.constant('running'), ...described, confirmed }, { ...some, toolInput, content }),
  object(
    { status: fc.constant('auth-required'), ...described, confirmed, contributor: fc.constant(mcp), auth },
    { toolInput, content },
  ),
  object({ status: fc.constant('pending-result-confirmation'), ...ran }, { ...some, toolInput, content }),
  object({ status: fc.constant('completed'), ...ran }, { ...some, toolInput, content }),
  object(
    { status: fc.constant('cancelled'), ...described, reason: fc.constant('denied') },
    { ...some, toolInput },
  ),
);

const value = fc.constantFrom(
  { kind: 'text' as const, value: 'Rome' },
  { kind: 'boolean' as const, value: false },
);
export const answer: fc.Arbitrary<ChatInputAnswer> = fc.oneof(
  object({ state: fc.constantFrom('draft', 'submitted'), value }),
  object({ state: fc.constant('skipped') }),
);
export const answers = recordOf(nameOf('question'), answer);
export const request: fc.Arbitrary<ChatInputRequest> = object(
  { id: nameOf('request') },
  { message: text, answers },
);
export const response = fc.constantFrom('accept', 'decline', 'cancel');

const finished = { id: nameOf('turn'), message, state: fc.constantFrom('complete', 'cancelled') };
const markdown = object({ kind: fc.constant('markdown'), id: nameOf('part'), content: text });
const failedParts = fc.tuple(markdown, errorPart).map((parts) => [...parts]);
const turn: fc.Arbitrary<Turn> = fc.oneof(
  object(
    { ...finished, responseParts: fc.array(markdown, { maxLength: 1 }) },
    { startedAt: timestamp, duration, usage, ...later },
  ),
  object(
    { ...finished, state: fc.constant('error'), responseParts: failedParts },
    { startedAt: timestamp, usage },
  ),
);
export const turns: fc.Arbitrary<Turn[]> = fc.uniqueArray(turn, { selector: ({ id }) => id, maxLength: 3 });

/** Bits above the activity; the last one isn't used by any version yet. */
export const flags = fc.constantFrom(0, 32, 64, 96, 2 ** 31, 2 ** 31 + 32);
