import type { ProgramEnd } from '@loggia/mcp';
import type { HookEvent } from '../plugins/loaded.ts';

/** The answer of one hook. */
export interface HookSaid {
  readonly block?: string;
  readonly ask?: true;
  readonly stop?: string;
  readonly context?: string;
  /** For the user. */
  readonly message?: string;
  /** Why it has nothing to say: it failed. */
  readonly problem?: string;
}

type Answer = Readonly<Record<string, unknown>>;

const longestText = 10_000;
const unnamed = 'No reason was given.';
const refuses = new Set(['block', 'deny']);

/**
 * Reads what a hook answers with, in the words of any format. Exit code 2 objects, with the reason on standard error;
 * with 0 it may print JSON that says more, and any other code is a failure that stops nothing.
 */
export function saidBy(end: ProgramEnd, event: HookEvent, written: string): HookSaid {
  if (end.kind === 'failed') return { problem: end.problem };
  const { code, output, errors } = end;
  if (code === 2) return objection(event, cut(errors) ?? cut(output) ?? unnamed);
  if (code !== 0) return { problem: failureOf(code, errors) };
  const answer = answerIn(output);
  if (answer) return inWords(answer, event);
  // Where events are written as in Claude's format, plain words before a turn are for the agent.
  const isContext = (event === 'SessionStart' || event === 'UserPromptSubmit') && /^[A-Z]/.test(written);
  const context = isContext ? cut(output) : undefined;
  return context === undefined ? {} : { context };
}

function inWords(answer: Answer, event: HookEvent): HookSaid {
  const specific = isObject(answer['hookSpecificOutput']) ? answer['hookSpecificOutput'] : {};
  const said = (...names: readonly string[]): string | undefined =>
    names.map((name) => cut(specific[name]) ?? cut(answer[name])).find((text) => text !== undefined);
  const permission = said('permissionDecision', 'permission');
  const reason = said('permissionDecisionReason', 'reason', 'agent_message', 'agentMessage') ?? unnamed;
  const refusal = [said('decision'), permission].some((word) => word !== undefined && refuses.has(word));
  const further = event === 'Stop' ? said('followup_message') : undefined;
  const context = said('additionalContext', 'additional_context');
  const message = said('systemMessage', 'user_message', 'userMessage');
  return {
    ...(refusal && objection(event, reason)),
    ...(further !== undefined && { block: further }),
    ...(answer['continue'] === false && { stop: said('stopReason', 'user_message') ?? reason }),
    ...(permission === 'ask' && event === 'PreToolUse' && { ask: true }),
    ...(context !== undefined && { context }),
    ...(message !== undefined && { message }),
  };
}

/** The start of a session can't be refused. */
function objection(event: HookEvent, reason: string): HookSaid {
  return event === 'SessionStart' ? { message: reason } : { block: reason };
}

function failureOf(code: number, errors: string): string {
  const line = errors.split('\n').find((each) => each.trim() !== '');
  return `It ended with exit code ${code}${line === undefined ? '.' : `: ${line.trim().slice(0, 300)}`}`;
}

function answerIn(output: string): Answer | undefined {
  if (!output.trimStart().startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(output);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function cut(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  const whole = text.trim();
  return whole.length > longestText ? `${whole.slice(0, longestText)}…` : whole;
}

function isObject(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
