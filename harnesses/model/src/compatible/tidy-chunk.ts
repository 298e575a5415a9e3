import { reasonOf } from '../reasons.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface TidyChoice {
  readonly delta: Json;
  readonly finish: string | undefined;
  /** A finish reason was given, though an empty one. */
  readonly isEmptyFinish: boolean;
  readonly refusal: string;
}

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The error that a server sends in place of an answer, in any of its shapes; undefined if it sends an answer. */
export function errorIn(chunk: Json): Json | undefined {
  const { error } = chunk;
  const hasError = error !== undefined && error !== null && error !== false;
  if (!hasError && chunk['object'] !== 'error') return undefined;
  return errorOf(chunk);
}

export function errorOf(chunk: Json): Json {
  const { type, code } = isRecord(chunk['error']) ? chunk['error'] : chunk;
  return {
    message: reasonOf(chunk) ?? 'It gave no reason',
    ...(typeof type === 'string' && { type }),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
  };
}

/** The first choice of a chunk, or of a whole answer, with fields of the types that the format prescribes. */
export function tidyChoice({ choices }: Json): TidyChoice | undefined {
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (!isRecord(first)) return undefined;
  const { finish_reason: finish } = first;
  const said = isRecord(first['delta']) ? first['delta'] : isRecord(first['message']) ? first['message'] : {};
  const { content, reasoning_content: thought, reasoning, tool_calls: calls, refusal } = said;
  return {
    delta: {
      ...((typeof content === 'string' || Array.isArray(content)) && { content }),
      ...(typeof thought === 'string' && { reasoning_content: thought }),
      ...(typeof reasoning === 'string' && { reasoning }),
      ...(Array.isArray(calls) && { tool_calls: calls.flatMap(tidyCall) }),
    },
    finish: typeof finish === 'string' && finish !== '' ? finish : undefined,
    isEmptyFinish: finish === '',
    refusal: typeof refusal === 'string' ? refusal : '',
  };
}

function tidyCall(call: unknown): Json[] {
  if (!isRecord(call) || !isRecord(call['function'])) return [];
  const { index, id, extra_content: extra } = call;
  const { name, arguments: input } = call['function'];
  return [
    {
      ...(typeof index === 'number' && { index }),
      ...(typeof id === 'string' && { id }),
      ...(typeof id === 'number' && { id: String(id) }),
      ...(isRecord(extra) && { extra_content: extra }),
      function: {
        ...(typeof name === 'string' && { name }),
        ...(typeof input === 'string' && { arguments: input }),
        ...(isRecord(input) && { arguments: JSON.stringify(input) }),
      },
    },
  ];
}

/** Token counts that aren't numbers are left out. */
export function tidyUsage(usage: unknown): Json | undefined {
  if (!isRecord(usage)) return undefined;
  const kept = Object.entries(usage).filter(([, value]) => typeof value === 'number' || isRecord(value));
  return Object.fromEntries(kept);
}
