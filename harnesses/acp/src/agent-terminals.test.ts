import type { TerminalRequest } from '@loggia/sessions/harness';
import { expect, test } from 'vitest';
import { AgentTerminals } from './agent-terminals.ts';
import { CallOutput } from './call-output.ts';

test('K1: an agent gets the end of the output that it asked for, in whole characters, and how the program ended', async () => {
  const requests: TerminalRequest[] = [];
  let end: (reading: { output: string; exitCode?: number }) => void = () => undefined;
  let isEnded = false;
  const exited = new Promise<{ output: string; exitCode?: number }>((resolve) => (end = resolve));
  const terminals = new AgentTerminals({
    start: async (request) => {
      requests.push(request);
      return {
        ...{ resource: 'ahp-terminal:/1', title: 'make all' },
        read: async () => ({ output: 'äöü' }),
        exited: () => exited,
        end: () => void (isEnded = true),
      };
    },
  });
  const env = [{ name: 'A', value: '1' }];
  const wanted = { sessionId: 's', command: 'make', args: ['all'], env, cwd: '/w', outputByteLimit: 3 };
  const id = await terminals.create(wanted);
  expect(requests).toEqual([{ command: 'make', args: ['all'], env: { A: '1' }, cwd: '/w' }]);
  expect(await terminals.output(id)).toEqual({ output: 'ü', truncated: true });
  end({ output: '', exitCode: 2 });
  const exitStatus = { exitCode: 2, signal: null };
  expect(await terminals.exited(id)).toEqual(exitStatus);
  expect(await terminals.output(id)).toEqual({ output: 'ü', truncated: true, exitStatus });
  terminals.release(id);
  expect(isEnded).toBe(true);
  await expect(terminals.output(id)).rejects.toThrow(/released/);
  expect(terminals.content(id)).toEqual({ kind: 'terminal', resource: 'ahp-terminal:/1', title: 'make all' });
  expect(terminals.content('own')).toBeUndefined();
});

test('K1: pieces of output in the metadata of a call add up, as plain text with a failure at the end', () => {
  const outputs = new CallOutput();
  const add = (_meta: Record<string, unknown>): void => outputs.add({ toolCallId: 'c', _meta });
  add({ terminal_info: { terminal_id: 'c' } });
  expect(outputs.of('c')).toBeUndefined();
  add({ terminal_output_delta: { terminal_id: 'c', data: 'one\r\n\u001B[31mtw' } });
  add({ terminal_output: { terminal_id: 'c', data: 'o\u001B[0m\r\n' } });
  expect(outputs.of('c')).toBe('one\ntwo');
  add({ terminal_exit: { exit_code: 1, signal: null } });
  expect(outputs.of('c')).toBe('one\ntwo\nExit code 1.');
  add({ terminal_output_delta: { data: 'x'.repeat(1_000_000) } });
  expect(outputs.of('c')?.length).toBeLessThan(70_000);
});
