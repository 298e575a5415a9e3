import { describe, expect, test } from 'vitest';
import { reduceTerminal } from './reducer.ts';
import { endOfOutput, retainedOutput } from './retained-output.ts';
import type { TerminalState } from './state.ts';

const claim = { kind: 'session', session: 'ahp-session:/1', chat: 'ahp-chat:/1' } as const;
const empty: TerminalState = { title: 'bash', content: [], lifecycle: { status: 'running' }, claim };

function written(...output: string[]): TerminalState {
  return output.reduce((state, data) => reduceTerminal(state, { type: 'terminal/data', data }), empty);
}

function lengthOf({ content }: TerminalState): number {
  return content.reduce((sum, part) => sum + (part.type === 'unclassified' ? part.value.length : 0), 0);
}

describe('the output that a terminal keeps', () => {
  test('A2: it never exceeds twice the bound, and the newest output stays', () => {
    const line = `${'x'.repeat(78)}\r\n`;
    const last = written(...Array.from({ length: 20_000 }, (_, index) => `${index} ${line}`));
    expect(lengthOf(last)).toBeLessThanOrEqual(2 * retainedOutput);
    expect(lengthOf(last)).toBeGreaterThan(retainedOutput / 2);
    const [part] = last.content;
    expect(part?.type === 'unclassified' && part.value.endsWith(`19999 ${line}`)).toBe(true);
    expect(part?.type === 'unclassified' && /^\d+ x/.test(part.value)).toBe(true);
  });

  test('A2: a cut keeps the modes that programs set before it', () => {
    const opened = '\u001B[?1049h\u001B[?25l\u001B[?2004h\u001B[?2004l\u001B[?7h';
    expect(endOfOutput(`${opened}${'.'.repeat(100)}`, 10)).toBe(`\u001B[?1049h\u001B[?25l${'.'.repeat(10)}`);
    expect(endOfOutput(`\u001B[?1049h\u001Bc${'.'.repeat(100)}`, 10)).toBe('.'.repeat(10));
  });

  test('A2: earlier parts go first, whole', () => {
    const many = 'y'.repeat(retainedOutput);
    const command = {
      type: 'terminal/commandExecuted',
      commandId: 'c',
      commandLine: 'l',
      timestamp: 1,
    } as const;
    const state = [{ type: 'terminal/data', data: 'z'.repeat(retainedOutput) } as const].reduce(
      reduceTerminal,
      reduceTerminal(written(many), command),
    );
    expect(state.content.map(({ type }) => type)).toEqual(['unclassified', 'command']);
    const { content } = reduceTerminal(state, { type: 'terminal/data', data: 'z' });
    expect(content).toEqual([{ ...state.content[1], output: 'z'.repeat(retainedOutput) }]);
  });
});
