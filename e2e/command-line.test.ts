import { AuthorizationServer, ProtectedMcpServer } from '@loggia/testing/oauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loggia, type Answered } from './src/process/command.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { echoServer } from './src/servers/reference-servers.ts';

describe('the loggia command against a real host', () => {
  const data = new DataDirectory();
  let host: HostProcess;

  beforeAll(async () => {
    host = await HostProcess.start(data);
  });

  afterAll(async () => {
    await host[Symbol.asyncDispose]();
    data[Symbol.dispose]();
  });

  const run = (...words: string[]): Promise<Answered> => loggia(data, words);
  async function asJson(
    ...words: string[]
  ): Promise<any> /* oxlint-disable-line typescript/no-explicit-any -- as a script reads it */ {
    const { stdout } = await run(...words, '--json');
    return JSON.parse(stdout);
  }

  test('L2: a server is added, listed, used, looked at and taken away', async () => {
    expect(await run('servers', 'add', 'echo', '--', process.execPath, echoServer)).toMatchObject({
      code: 0,
    });
    const { servers } = await asJson('servers', 'list');
    expect(servers).toMatchObject([{ name: 'echo', state: { kind: 'ready' }, source: { kind: 'added' } }]);
    const called = await run('tools', 'call', 'echo', 'echo', 'text=hi');
    expect(called).toMatchObject({ code: 0, stdout: expect.stringContaining('{"text":"hi"}') });
    expect((await asJson('tools', 'list', 'echo')).tools).toHaveLength(4);
    expect((await run('doctor')).code).toBe(0);
    expect((await asJson('audit')).records).toMatchObject([{ method: 'tools/call', target: 'echo' }]);
    expect(await run('servers', 'stop', 'echo')).toMatchObject({ code: 0 });
    expect((await asJson('servers', 'list')).servers[0].state.kind).toBe('stopped');
    expect(await run('servers', 'remove', 'echo', '--yes')).toMatchObject({ code: 0 });
    expect((await asJson('servers', 'list')).servers).toEqual([]);
  });

  test('L2, L5: what is wrong with a server is said in words', async () => {
    await run('servers', 'add', 'missing', '--no-start', '--', 'no-such-program');
    await run('servers', 'add', 'broken', '--no-start', '--', process.execPath, echoServer, '--broken');
    const missing = await run('servers', 'start', 'missing');
    expect(missing).toMatchObject({ code: 1 });
    expect(missing.stdout + missing.stderr).toContain('no program "no-such-program"');
    await run('servers', 'start', 'broken');
    const doctor = await run('doctor');
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toContain('Cannot find module "something-it-needs"');
    const logs = await run('servers', 'logs', 'broken');
    expect(logs.stdout).toContain('something-it-needs');
    const unknown = await run('servers', 'start', 'mising');
    expect(unknown).toMatchObject({ code: 1 });
    expect(unknown.stderr).toContain('mising');
    for (const name of ['missing', 'broken']) await run('servers', 'remove', name, '--yes');
  });

  test('B12, B13: signing in and out, with the browser elsewhere, and a renewal that nobody notices', async () => {
    const authorization = await AuthorizationServer.start();
    const server = await ProtectedMcpServer.start({ authorizationServer: authorization, scopes: ['read'] });
    try {
      await run('servers', 'add', 'far', '--url', server.url, '--no-start');
      expect(await run('tools', 'call', 'far', 'whoami')).toMatchObject({ code: 4 });
      let visited = false;
      const login = await loggia(data, ['servers', 'login', 'far', '--no-browser'], (text) => {
        const address = /https?:\/\/\S*authorize\S*/.exec(text)?.[0];
        if (address === undefined || visited) return;
        visited = true;
        void fetch(address);
      });
      expect(login).toMatchObject({ code: 0 });
      expect(await run('tools', 'call', 'far', 'whoami')).toMatchObject({ code: 0, stdout: 'you\n' });
      authorization.expireAll();
      expect(await run('tools', 'call', 'far', 'whoami')).toMatchObject({ code: 0, stdout: 'you\n' });
      expect(authorization.requests.refresh).toBe(1);
      expect(await run('servers', 'logout', 'far')).toMatchObject({ code: 0 });
      expect(await run('tools', 'call', 'far', 'whoami')).toMatchObject({ code: 4 });
      expect(authorization.requests.revoke).toBeGreaterThan(0);
    } finally {
      await server.close();
      await authorization.close();
    }
  });
});
