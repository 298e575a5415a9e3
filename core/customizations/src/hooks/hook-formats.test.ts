import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../files/memory-files.testkit.ts';
import { loadPlugin } from '../plugins/load-plugin.ts';
import { isUsableMatcher, matches } from './matcher.ts';
import { saidBy } from './said.ts';

async function load(hooks: object) {
  const files = memoryFiles({ 'hooks.json': JSON.stringify({ version: 1, hooks }) });
  const { children, problems } = await loadPlugin(files, { variable: () => undefined });
  return {
    hooks: children.flatMap((child) => (child.type === 'hook' && child.hook ? [child.hook] : [])),
    problems: problems.map(({ message }) => message),
  };
}

const handler = {
  shell: 'sh',
  args: [],
  env: {},
  folder: '',
  timeoutMs: 60_000,
  inBackground: false,
} as const;

describe('hooks in the formats', () => {
  it('D3: the same events have other names, and handlers other fields', async () => {
    const { hooks, problems } = await load({
      sessionStart: [{ type: 'command', bash: './a.sh', powershell: './a.ps1', cwd: 'bin', timeoutSec: 5 }],
      beforeSubmitPrompt: [{ command: 'b', env: { A: '1' } }],
      PreToolUse: [{ matcher: 'Bash|Edit', hooks: [{ type: 'command', command: 'c', timeout: 9_999 }] }],
      preToolUse: [{ matcher: '*', command: 'd', args: ['x y'], async: true }],
      agentStop: [{ command: 'e' }],
    });
    expect(problems).toEqual([]);
    expect(hooks).toEqual([
      {
        event: 'SessionStart',
        written: 'sessionStart',
        handlers: [{ ...handler, shell: 'bash', command: './a.sh', folder: 'bin', timeoutMs: 5_000 }],
      },
      {
        event: 'UserPromptSubmit',
        written: 'beforeSubmitPrompt',
        handlers: [{ ...handler, command: 'b', env: { A: '1' } }],
      },
      {
        event: 'PreToolUse',
        written: 'PreToolUse',
        handlers: [{ ...handler, command: 'c', matcher: 'Bash|Edit', timeoutMs: 600_000 }],
      },
      {
        event: 'PreToolUse',
        written: 'preToolUse',
        handlers: [{ ...handler, shell: undefined, command: 'd', args: ['x y'], inBackground: true }],
      },
      { event: 'Stop', written: 'agentStop', handlers: [{ ...handler, command: 'e' }] },
    ]);
  });

  it('D3: what cannot run is named', async () => {
    const { hooks, problems } = await load({
      Notification: [{ command: 'a' }],
      Stop: [
        { type: 'prompt', prompt: 'Done?' },
        { command: 'b', cwd: '../up' },
        { command: 'c', if: 'X' },
      ],
      PreToolUse: [{ matcher: '(a+)+$', hooks: [{ command: 'd' }] }],
    });
    expect(hooks).toMatchObject([{ event: 'Stop', handlers: [{ command: 'c' }] }]);
    expect(problems).toEqual([
      'A hook of the type "prompt" never runs here. Only commands do.',
      expect.stringMatching(/^The folder of a hook: /),
      '"if" is ignored: the hook runs whenever its matcher fits.',
      'The matcher is not a regular expression, or too complicated. The hook never runs.',
      'Hooks of "Notification" never run: this host has no such event.',
    ]);
  });

  it('D3: matchers are names, or regular expressions', () => {
    expect(matches('Edit|Write', ['Write'])).toBe(true);
    expect(matches('Edit', ['MultiEdit'])).toBe(false);
    expect(matches('mcp__memory__.*', ['mcp__memory__create'])).toBe(true);
    expect(isUsableMatcher('[')).toBe(false);
    expect(isUsableMatcher('.*.*.*.*.*x')).toBe(false);
  });

  it('D3: answers are read in the words of each format', () => {
    const said = (answer: unknown, event: 'PreToolUse' | 'Stop' | 'UserPromptSubmit' = 'PreToolUse') =>
      saidBy({ kind: 'exited', code: 0, output: JSON.stringify(answer), errors: '' }, event, event);
    expect(said({ permission: 'deny', agent_message: 'No.', user_message: 'Stopped it.' })).toEqual({
      block: 'No.',
      message: 'Stopped it.',
    });
    expect(said({ permissionDecision: 'deny', permissionDecisionReason: 'No.' })).toEqual({ block: 'No.' });
    expect(said({ decision: 'block', reason: 'Go on.' }, 'Stop')).toEqual({ block: 'Go on.' });
    expect(said({ followup_message: 'Go on.' }, 'Stop')).toEqual({ block: 'Go on.' });
    expect(said({ decision: 'approve' })).toEqual({});
    expect(said({ hookSpecificOutput: { permissionDecision: 'allow' } })).toEqual({});
    expect(said({ additional_context: 'It rains.' }, 'UserPromptSubmit')).toEqual({ context: 'It rains.' });
  });

  it('D3: plain words before a turn are for the agent in the formats that say so', () => {
    const end = { kind: 'exited', code: 0, output: 'It rains.\n', errors: '' } as const;
    expect(saidBy(end, 'SessionStart', 'SessionStart')).toEqual({ context: 'It rains.' });
    expect(saidBy(end, 'SessionStart', 'sessionStart')).toEqual({});
    expect(saidBy(end, 'PreToolUse', 'PreToolUse')).toEqual({});
    expect(saidBy({ ...end, code: 2, errors: 'No.' }, 'SessionStart', 'SessionStart')).toEqual({
      message: 'No.',
    });
  });
});
