import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Api } from './src/process/api.ts';
import { loggia, type Answered } from './src/process/command.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { RawSocket } from './src/process/raw-socket.ts';
import { until } from './src/process/until.ts';

interface ListedKey {
  readonly name: string;
  readonly scope: string;
  readonly expires?: string;
  readonly lastUsed?: string;
}

const denied = -32009;

describe('API keys', () => {
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
  const person = new Api(() => host.endpoint);
  const holderOf = (key: string): Api => new Api(() => host.endpoint, key);

  async function create(name: string, ...more: string[]): Promise<string> {
    const { code, stdout } = await run('keys', 'create', name, ...more);
    expect(code).toBe(0);
    return stdout.trim();
  }

  async function listed(): Promise<readonly ListedKey[]> {
    return (JSON.parse((await run('keys', 'list', '--json')).stdout) as { apiKeys: ListedKey[] }).apiKeys;
  }

  async function connect(key: string): Promise<RawSocket> {
    const socket = await RawSocket.open({ ...host.endpoint, token: key });
    const hello = { channel: 'ahp-root://', clientId: `by ${key.slice(0, 12)}`, protocolVersions: ['1.0.0'] };
    expect((await socket.ask('initialize', hello))['error']).toBeUndefined();
    return socket;
  }

  async function mcp(key: string, method: string, params: object): Promise<{ status: number; text: string }> {
    const answer = await fetch(`${host.endpoint.http}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return { status: answer.status, text: await answer.text() };
  }

  const callTool = (key: string, name: string, args: object) =>
    mcp(key, 'tools/call', { name, arguments: args });

  test('SE18: one to read reads over HTTP, MCP and AHP, and changes nothing over any of them', async () => {
    const made = await run('keys', 'create', 'reader');
    const key = made.stdout.trim();
    expect(made.stderr).toMatch(
      /^Created the key "reader" with the scope "read"\. It expires on [\d-]+\. It is shown only this once\.\n$/,
    );
    const says =
      'The API key “reader” has the scope "read", and this needs "write". Use a key with that scope.';

    const api = holderOf(key);
    expect(await api.call('listWorkspaces')).toEqual(await person.call('listWorkspaces'));
    await expect(api.call('createWorkspace', { title: 'x' })).rejects.toMatchObject({
      status: 403,
      message: says,
    });
    await expect(api.call('createApiKey', { name: 'more', scope: 'read' })).rejects.toThrow(
      "Keys can't manage",
    );

    expect(await callTool(key, 'list_workspaces', {})).toMatchObject({
      text: expect.stringContaining('"workspaces":[{'),
    });
    const offered = await mcp(key, 'tools/list', {});
    expect(offered.text).toContain('"name":"read_text"');
    expect(offered.text).not.toContain('"name":"create_workspace"');
    const refused = await callTool(key, 'create_workspace', { title: 'x' });
    expect(refused.text).toContain('has the scope');

    using socket = await connect(key);
    expect((await socket.ask('listSessions', { channel: 'ahp-root://' }))['error']).toBeUndefined();
    const session = { channel: 'ahp-session:/not-made', provider: 'operator' };
    expect((await socket.ask('createSession', session))['error']).toMatchObject({
      code: denied,
      message: says,
    });

    const [first] = await listed();
    expect(first).toMatchObject({ name: 'reader', scope: 'read', lastUsed: expect.any(String) });
  });

  test('SE18: a revoked one is out at once: sockets, requests that are under way, and all that follow', async () => {
    const key = await create('ci', '--scope', 'write', '--expires', 'never');
    using socket = await connect(key);
    using other = await RawSocket.open(host.endpoint);
    const api = holderOf(key);
    await api.call('createWorkspace', { title: 'Made with a key' });
    const endless = new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1024)) });
    const upload = api.fetch('content', { method: 'PUT', body: endless, duplex: 'half' });
    upload.catch(() => undefined);
    const { path } = await api.call<{ path: string }>('linkContent', { artifact: await anyArtifact() });
    expect((await fetch(host.endpoint.http + path)).status).toBe(200);

    expect(await run('keys', 'revoke', 'ci')).toEqual({
      code: 0,
      stdout: 'Revoked the key "ci".\n',
      stderr: '',
    });
    await until('the socket is closed', () => socket.closed);
    expect(socket.closed?.code).toBe(4401);
    await expect(upload).rejects.toThrow('fetch failed');
    expect(other.isOpen).toBe(true);
    const revoked = { status: 401, message: expect.stringContaining('This API key was revoked.') };
    await expect(api.call('listWorkspaces')).rejects.toMatchObject(revoked);
    expect(await callTool(key, 'list_workspaces', {})).toMatchObject({ status: 401 });
    expect((await fetch(host.endpoint.http + path)).status).toBe(403);

    interface Line {
      readonly principal: string;
      readonly by: string;
      readonly method: string;
      readonly target?: string;
    }
    const { records } = await person.call<{ records: Line[] }>('listAudit');
    const lines = records.map(({ principal, by, method, target }) => [principal, by, method, target]);
    expect(lines).toContainEqual(['local via key ci', 'key', 'x-loggia/createWorkspace', undefined]);
    expect(lines).toContainEqual(['local', 'person', 'x-loggia/createApiKey', 'ci (write)']);
    expect(lines).toContainEqual(['local', 'person', 'x-loggia/revokeApiKey', 'ci']);
    expect(JSON.stringify(records) + host.stderr).not.toContain(key.slice(-30));
  });

  test('SE18, L2: loggia chat --yes with one to write says that its approval was refused, and ends', async () => {
    using own = new DataDirectory({ agents: [{ module: '@loggia/operator' }], hostTools: true });
    await using product = await HostProcess.start(own, 'product');
    const key = (await loggia(own, ['keys', 'create', 'talker', '--scope', 'write'])).stdout.trim();
    const words = ['chat', '--yes', 'delete House rules', '--url', product.endpoint.http];
    const { code, stdout, stderr } = await loggia(own, words, undefined, { LOGGIA_TOKEN: key });
    expect(stderr.match(/“talker” has the scope "write", and this needs "admin"/g)).toHaveLength(1);
    expect(stderr).toContain('The host refused the approval, so the call was denied.');
    expect(stdout).toContain('Nothing was changed.');
    expect(code).toBe(1);
  });

  test('SE18: one that expires closes what it opened, by itself', async () => {
    const created = await person.call<{ key: string }>('createApiKey', {
      name: 'brief',
      scope: 'read',
      expiresIn: 8,
    });
    using socket = await connect(created.key);
    await until('the socket is closed', () => socket.closed, 30_000);
    expect(socket.closed?.code).toBe(4401);
    await expect(holderOf(created.key).call('listWorkspaces')).rejects.toMatchObject({
      status: 401,
      message: expect.stringContaining('This API key has expired.'),
    });
    expect((await run('keys', 'list')).stdout).toMatch(/read +[\d-]+ +expired .*brief\n/);
  });

  test('SE18: a wrong one is told what is wrong with it, and the token can be replaced without it', async () => {
    const key = await create('stays', '--scope', 'admin');
    const mistyped = { status: 401, message: expect.stringContaining('incomplete or mistyped') };
    await expect(holderOf(key.slice(0, -5)).call('listWorkspaces')).rejects.toMatchObject(mistyped);
    const replaced = await run('token', 'rotate', '--yes');
    expect(replaced.stdout).toContain('API keys stay valid.');
    await holderOf(key).call('listAgents');
    await expect(holderOf(key).call('rotateToken')).rejects.toMatchObject({ status: 403 });
    await host[Symbol.asyncDispose]();
    host = await HostProcess.start(data);
    await holderOf(key).call('listAgents');
  });

  test.each([
    [['create', 'x', '--scope', 'all'], '--scope cannot be "all". Write read, write or admin.'],
    [
      ['create', 'x', '--expires', '5'],
      '--expires cannot be "5". Write a number of days up to 3650, such as 30d, or never.',
    ],
    [['create', 'a/b'], 'A key can\'t be called "a/b".'],
    [['revoke', 'nothing'], 'There is no API key "nothing". "loggia keys list" lists them.'],
  ])('L2: "loggia keys %j" is a mistake that is named', async (words, message) => {
    const { code, stdout, stderr } = await run('keys', ...words);
    expect([code === 0, stdout]).toEqual([false, '']);
    expect(stderr).toContain(message);
  });

  async function anyArtifact(): Promise<string> {
    const { id } = await person.firstWorkspace();
    const content = await person.fetch('content', { method: 'PUT', body: 'text' });
    const stored = (await content.json()) as { content: { hash: string } };
    const artifact = {
      workspace: id,
      type: 'text/plain',
      title: 'Text',
      content: { hash: stored.content.hash },
    };
    return (await person.create(artifact)).id;
  }
});
