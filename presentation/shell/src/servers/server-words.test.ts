import type { McpServerState } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import {
  sandboxWords,
  sourceWords,
  stateReason,
  stateTone,
  stateWord,
  transportWords,
} from './server-words.ts';

const resource = { resource: 'https://a.example' };
const states: readonly (readonly [McpServerState, string, string | undefined])[] = [
  [{ kind: 'ready' }, 'Ready', 'success'],
  [{ kind: 'starting' }, 'Starting', 'info'],
  [{ kind: 'stopped' }, 'Stopped', undefined],
  [{ kind: 'error', error: { errorType: 'x', message: 'It died' } }, 'Failed', 'danger'],
  [{ kind: 'authRequired', reason: 'required', resource }, 'Needs sign-in', 'warning'],
  [{ kind: 'authRequired', reason: 'expired', resource }, 'Sign-in expired', 'warning'],
  [{ kind: 'authRequired', reason: 'insufficientScope', resource }, 'Needs more access', 'warning'],
];

describe('J4: how a server is, in words', () => {
  it.each(states)('J4: %j', (state, word, tone) => {
    const standing = { enabled: true, trusted: true, state };
    expect([stateWord(standing), stateTone(standing)]).toEqual([word, tone]);
  });

  it('J4: what is not trusted or switched off is that first of all', () => {
    const state = { kind: 'error' as const, error: { errorType: 'x', message: 'It died' } };
    expect(stateWord({ enabled: false, trusted: false, state })).toBe('Not trusted');
    expect(stateWord({ enabled: false, trusted: true, state })).toBe('Off');
    const installing = {
      enabled: true,
      trusted: true,
      state: { kind: 'starting' },
      installing: { by: 'npx' },
    };
    expect([stateWord(installing as never), stateReason(installing as never)]).toEqual([
      'Installing',
      'Its package is being installed with npx, which can take minutes.',
    ]);
    expect(stateReason({ enabled: false, trusted: true, state })).toContain('switched off');
  });

  it('SE1: what waits for approval says so first of all, and so does what was declined', () => {
    const state = { kind: 'stopped' as const };
    const source = 'x-loggia-server:/j';
    const waiting = { enabled: false, trusted: false, approval: { source, decision: 'waiting' }, state };
    expect([stateWord(waiting), stateTone(waiting)]).toEqual(['Waiting for approval', 'warning']);
    expect(stateReason(waiting)).toContain('until you approve it');
    const declined = { ...waiting, approval: { source, decision: 'declined' } };
    expect([stateWord(declined), stateReason(declined)]).toEqual([
      'Declined',
      'You declined to run it, so it can’t start.',
    ]);
  });

  it('SE14: what a process may reach', () => {
    const process = { kind: 'stdio' as const, command: 'x', args: [] };
    const sandbox = {
      folders: [{ path: '/a', access: 'read' as const }],
      workspace: true,
      network: 'none' as const,
    };
    expect(sandboxWords({ transport: process })).toBe('None: it runs with all of the host’s permissions');
    expect(sandboxWords({ transport: { ...process, sandbox } })).toBe(
      'Reaches /a (read), the session’s working directory (write), no network',
    );
    expect(sandboxWords({ transport: { kind: 'http', url: 'https://a.example' } })).toBeUndefined();
  });

  it('J4: a failure says why, as a sentence', () => {
    const state = { kind: 'error' as const, error: { errorType: 'x', message: ' It died ' } };
    expect(stateReason({ enabled: true, trusted: true, state })).toBe('It died.');
  });

  it('J4: a command is shown as it would be typed', () => {
    const transport = { kind: 'stdio' as const, command: 'node', args: ['a b.js', ''] };
    expect(transportWords({ transport })).toBe('node "a b.js" ""');
    expect(sourceWords({ source: { kind: 'plugin', name: 'tools' } }, new Map())).toBe('The plugin tools');
  });

  it('F2: an added server says which workspaces have it', () => {
    const titles = new Map([['w', 'Home']]);
    expect(sourceWords({ source: { kind: 'added' } }, titles)).toBe('Added to all workspaces');
    expect(sourceWords({ source: { kind: 'added', workspace: 'w' } }, titles)).toBe(
      'Added to the workspace “Home”',
    );
  });
});
