import type { ToolOutcome } from '@loggia/sessions/harness';
import type { FinishedCall } from './messages/tool-results.ts';
import { ToolInput } from './tool-input.ts';
import { agentToolName } from '@loggia/sessions/tools';
import type { StepTools } from './toolset.ts';

/** A call as the model made it. */
export interface MadeCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  /** It could not be read. */
  readonly invalid?: boolean | undefined;
}

interface WrittenCall {
  readonly input: ToolInput;
  readonly outcome: Promise<ToolOutcome>;
}

/** The calls of one answer: shown while they are written, run when the answer is complete. */
export class StepCalls {
  readonly #tools: StepTools;
  readonly #written = new Map<string, WrittenCall>();
  readonly #made: MadeCall[] = [];

  constructor(tools: StepTools) {
    this.#tools = tools;
  }

  begin(id: string, toolName: string): void {
    if (this.#tools.isOffered(toolName)) this.#write(id, toolName);
  }

  append(id: string, piece: string): void {
    this.#written.get(id)?.input.push(piece);
  }

  made(call: MadeCall): void {
    this.#made.push(call);
  }

  /** Runs the calls of the complete answer, in order. Calls that were begun but never completed are dropped. */
  run(): Promise<FinishedCall>[] {
    const made = new Set(this.#made.map(({ toolCallId }) => toolCallId));
    for (const [id, { input }] of this.#written) if (!made.has(id)) input.fail(new Error(unfinished));
    return this.#made.map((call) => {
      const running = this.#finish(call);
      // The turn may end before anybody waits for it.
      running.catch(() => {});
      return running;
    });
  }

  /** The answer was interrupted; running calls continue. */
  abandon(): void {
    for (const { input } of this.#written.values()) input.fail(new Error(unfinished));
  }

  async #finish(call: MadeCall): Promise<FinishedCall> {
    const { toolCallId, toolName, input } = call;
    const origin = this.#tools.originOfResult(toolName, input);
    return { toolCallId, toolName: agentToolName(toolName), outcome: await this.#outcomeOf(call), origin };
  }

  async #outcomeOf({ toolCallId, toolName, input, invalid }: MadeCall): Promise<ToolOutcome> {
    const begun = this.#written.get(toolCallId);
    if (Object.hasOwn(this.#tools.set, toolName) && (invalid || !isObject(input))) {
      const message = 'The input is not a JSON object. Send one.';
      begun?.input.fail(new Error(message));
      await begun?.outcome.catch(() => {});
      return { kind: 'failed', message };
    }
    const { input: written, outcome } = begun ?? this.#write(toolCallId, toolName);
    if (written.isEmpty) written.push(JSON.stringify(input));
    written.end(isObjectText(written.text) ? undefined : JSON.stringify(input));
    return outcome;
  }

  #write(id: string, toolName: string): WrittenCall {
    const input = new ToolInput();
    const outcome = this.#tools.call(toolName, input);
    // It may fail before anybody waits for it.
    outcome.catch(() => {});
    const call = { input, outcome };
    this.#written.set(id, call);
    return call;
  }
}

/** Otherwise it was repaired, and what was shown is not what is meant. */
function isObjectText(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

const unfinished = 'The answer broke off before the call was complete.';

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
