import type { TerminalAction } from '../../../channels/terminal/actions.ts';
import type { TerminalInfo, TerminalLifecycle, TerminalState } from '../../../channels/terminal/state.ts';
import { without } from '../../../common/objects.ts';

/** 0.3 tells an ended terminal by its exit code alone. */
type Projected<Shape> = Omit<Shape, 'lifecycle'> & { exitCode?: number };
export type V03TerminalInfo = Projected<TerminalInfo>;
export type V03TerminalState = Projected<TerminalState>;

/** Stands for an exit without a code, which would otherwise look like a running terminal. */
const unknownCode = -1;

function exitOf(lifecycle: TerminalLifecycle): { exitCode?: number } {
  return lifecycle.status === 'exited' ? { exitCode: lifecycle.exitCode ?? unknownCode } : {};
}

export function projectTerminalInfo(info: TerminalInfo): V03TerminalInfo {
  return { ...without(info, 'lifecycle'), ...exitOf(info.lifecycle) };
}

export function projectTerminal(state: TerminalState): V03TerminalState {
  return { ...without(state, 'lifecycle'), ...exitOf(state.lifecycle) };
}

export function projectTerminalAction(action: TerminalAction): TerminalAction {
  return action.type === 'terminal/exited' ? { exitCode: unknownCode, ...action } : action;
}
