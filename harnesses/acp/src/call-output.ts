import { plainOutput } from '@loggia/protocol';
import type { ToolCallUpdate } from './protocol.ts';

/** In characters, of each call; the end counts. */
const most = 64 * 1024;

/**
 * The output of a command that the agent runs in a terminal of its own, and reports piece by piece in the metadata of
 * a call: a convention of several agents that isn't part of the protocol.
 */
export class CallOutput {
  readonly #outputs = new Map<string, { text: string; exit: string }>();

  /** Call this once for each report. */
  add({ toolCallId, _meta }: ToolCallUpdate): void {
    const piece = dataIn(_meta?.['terminal_output_delta']) ?? dataIn(_meta?.['terminal_output']);
    const exit = exitIn(_meta?.['terminal_exit']);
    if (piece === undefined && exit === undefined) return;
    const before = this.#outputs.get(toolCallId) ?? { text: '', exit: '' };
    // Escape sequences may be cut through here, which costs a few characters of a long output.
    const text = `${before.text}${piece ?? ''}`.slice(-most);
    this.#outputs.set(toolCallId, { text, exit: exit ?? before.exit });
  }

  of(toolCallId: string): string | undefined {
    const output = this.#outputs.get(toolCallId);
    if (!output) return undefined;
    const text = plainOutput([{ type: 'unclassified', value: output.text }]).trimEnd();
    return [text, output.exit].filter((part) => part !== '').join('\n') || undefined;
  }
}

function dataIn(value: unknown): string | undefined {
  const { data } = (value ?? {}) as { readonly data?: unknown };
  return typeof data === 'string' ? data : undefined;
}

function exitIn(value: unknown): string | undefined {
  const { exit_code: code } = (value ?? {}) as { readonly exit_code?: unknown };
  if (typeof code !== 'number') return undefined;
  return code === 0 ? '' : `Exit code ${code}.`;
}
