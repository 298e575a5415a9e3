import { reducerOf } from '../../define-actions.ts';
import type { TerminalAction } from './actions.ts';
import { endOfOutput, retainedOutput } from './retained-output.ts';
import type { TerminalPart, TerminalState } from './state.ts';

export const reduceTerminal = reducerOf<TerminalState, TerminalAction>({
  'terminal/data': (state, { data }) =>
    data === '' ? state : { ...state, content: bounded(withOutput(state.content, data)) },
  // Goes to the process; an echo comes back as output.
  'terminal/input': (state) => state,
  'terminal/resized': (state, { cols, rows }) => ({ ...state, cols, rows }),
  'terminal/claimed': (state, { claim }) => ({ ...state, claim }),
  'terminal/titleChanged': (state, { title }) => ({ ...state, title }),
  'terminal/cwdChanged': (state, { cwd }) => ({ ...state, cwd }),
  'terminal/exited': (state, { exitCode }) => ({
    ...state,
    lifecycle: { status: 'exited', ...(exitCode !== undefined && { exitCode }) },
  }),
  'terminal/cleared': (state) => ({ ...state, content: [] }),
  'terminal/commandDetectionAvailable': (state) => ({ ...state, supportsCommandDetection: true }),
  'terminal/commandExecuted': (state, { commandId, commandLine, timestamp }) => ({
    ...state,
    content: [
      ...state.content,
      { type: 'command', commandId, commandLine, output: '', timestamp, isComplete: false },
    ],
    supportsCommandDetection: true,
  }),
  'terminal/commandFinished': (state, action) => finished(state, action),
});

function finished(
  state: TerminalState,
  { commandId, exitCode, durationMs }: Extract<TerminalAction, { type: 'terminal/commandFinished' }>,
): TerminalState {
  const ended = {
    isComplete: true,
    ...(exitCode !== undefined && { exitCode }),
    ...(durationMs !== undefined && { durationMs }),
  };
  const isIt = (part: TerminalPart) => part.type === 'command' && part.commandId === commandId;
  if (!state.content.some(isIt)) return state;
  return { ...state, content: state.content.map((part) => (isIt(part) ? { ...part, ...ended } : part)) };
}

/** Output belongs to the command that runs, if the host knows of one. */
function withOutput(content: readonly TerminalPart[], data: string): TerminalPart[] {
  const last = content.at(-1);
  const before = content.slice(0, -1);
  if (last?.type === 'command' && !last.isComplete)
    return [...before, { ...last, output: last.output + data }];
  if (last?.type === 'unclassified') return [...before, { ...last, value: last.value + data }];
  return [...content, { type: 'unclassified', value: data }];
}

/**
 * Cut here and not by an action, because the protocol has none for it: every copy of the state stays within its bound
 * and equals the host's. At twice the length, so that a cut is rare.
 */
function bounded(content: TerminalPart[]): TerminalPart[] {
  const total = content.reduce((sum, part) => sum + textOf(part).length, 0);
  if (total <= 2 * retainedOutput) return content;
  let excess = total - retainedOutput;
  const kept: TerminalPart[] = [];
  for (const part of content) {
    const { length } = textOf(part);
    const isWhole = excess <= 0;
    if (isWhole || length > excess) {
      kept.push(isWhole ? part : withText(part, endOfOutput(textOf(part), length - excess)));
    }
    excess -= length;
  }
  return kept;
}

function textOf(part: TerminalPart): string {
  if (part.type === 'command') return part.output;
  return part.type === 'unclassified' ? part.value : '';
}

function withText(part: TerminalPart, text: string): TerminalPart {
  return part.type === 'command' ? { ...part, output: text } : { ...part, value: text };
}
