import { readFileSync, existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Act } from '../../audit/recorder.ts';
import { eventually, isAlive, openRig } from '../gateway-rig.testkit.ts';
import type { Program } from './run-program.ts';

const act: Act = {
  server: 'plugin',
  serverName: 'Plugin',
  caller: { by: 'agent', principal: 'local', clientId: 'c' },
  method: 'hooks/Stop',
  target: 'a command',
};

function rigged() {
  const rig = openRig({ limits: { endMs: 200 } });
  const run = (line: string, more: Partial<Program> = {}, signal = new AbortController().signal) =>
    rig.gateway.run(
      {
        command: '/bin/sh',
        args: ['-c', line],
        env: {},
        cwd: rig.directory,
        input: '',
        timeoutMs: 60_000,
        maxBytes: 10_000,
        ...more,
      },
      act,
      signal,
    );
  return { rig, run };
}

describe('a program that runs once', () => {
  it('D3: reads its input, and its exit code, output and errors are told', async () => {
    const { rig, run } = rigged();
    const end = await run('cat; echo no >&2; pwd; exit 2', { input: '{"a":1}' });
    expect(end).toEqual({ kind: 'exited', code: 2, output: `{"a":1}${rig.directory}\n`, errors: 'no\n' });
    expect(rig.audited).toMatchObject([
      { method: 'hooks/Stop', target: 'a command', decision: 'allowed', reason: 'Exit code 2.' },
    ]);
  });

  it('D3: has nothing of the host in its environment but what it needs', async () => {
    process.env['LOGGIA_TEST_SECRET'] = 'hush';
    try {
      const end = await rigged().run('env', { env: { PLUGIN_ROOT: '/p' } });
      expect(end).toMatchObject({ kind: 'exited', code: 0 });
      const output = end.kind === 'exited' ? end.output : '';
      expect(output).toContain('PLUGIN_ROOT=/p');
      expect(output).not.toContain('hush');
    } finally {
      delete process.env['LOGGIA_TEST_SECRET'];
    }
  });

  it('D3: that hangs is ended, with everything that it started', async () => {
    const { rig, run } = rigged();
    const pids = rig.file('pids');
    const hang = `trap '' TERM; (trap '' TERM; sleep 600) & echo $! $$ > '${pids}'; sleep 600`;
    const canceling = new AbortController();
    const canceled = run(hang, {}, canceling.signal);
    await eventually(() => existsSync(pids) && readFileSync(pids, 'utf8').includes('\n'));
    canceling.abort();
    expect(await canceled).toMatchObject({
      kind: 'failed',
      problem: expect.stringContaining('nobody waits'),
    });
    for (const pid of readFileSync(pids, 'utf8').trim().split(' ')) expect(isAlive(Number(pid))).toBe(false);
    expect(await run('sleep 600', { timeoutMs: 50 })).toMatchObject({
      kind: 'failed',
      problem: expect.stringMatching(/^It took longer than/),
    });
    expect(rig.audited.map(({ decision }) => decision)).toEqual(['failed', 'failed']);
  });

  it('D3: that floods the host, crashes, or leaves its pipes open comes to an end', async () => {
    const { run } = rigged();
    expect(await run('yes')).toMatchObject({ problem: 'It wrote more than 10000 bytes and was ended.' });
    expect(await run('kill -9 $$')).toMatchObject({ problem: 'It was ended by SIGKILL.' });
    expect(await run('sleep 600 & echo ok')).toMatchObject({ kind: 'exited', output: 'ok\n' });
    expect(await run('x', { command: '/nowhere/at/all' })).toMatchObject({ kind: 'failed' });
    expect(await run('exit 0', { input: 'x'.repeat(1_000_000) })).toMatchObject({ kind: 'exited', code: 0 });
  });
});
