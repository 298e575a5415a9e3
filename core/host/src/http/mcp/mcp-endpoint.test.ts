import { me } from '@loggia/testing/artifacts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { wholeTable } from '../../commands/whole-table.testkit.ts';
import { command } from '../../commands/table.ts';
import { EndpointsRig, type Json } from '../endpoints.testkit.ts';
import { offeredTools } from './tools.ts';

let endpoints: EndpointsRig;
let workspace: string;

const flawed = {
  'x-loggia/breakDown': command({
    says: 'Fails.',
    grant: 'read',
    params: z.object({}),
    subject: () => ({ library: true as const }),
    tool: { readOnly: true, destructive: false },
    run: () => Promise.reject(new Error('a secret detail')),
  }),
};

beforeAll(async () => {
  endpoints = await EndpointsRig.open({ table: flawed });
  workspace = await endpoints.rig.workspace('Home');
});
afterAll(() => endpoints.close());

let requests = 0;

/** One JSON-RPC request as any MCP client would send it. */
async function ask(method: string, params: object = {}, bearer?: string): Promise<Json> {
  const answer = await endpoints.fetch(
    '/mcp',
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++requests, method, params }),
    },
    bearer,
  );
  const text = await answer.text();
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return { status: answer.status, ...(JSON.parse(data) as object) };
}

async function call(name: string, args: object = {}, bearer?: string): Promise<Json> {
  return (await ask('tools/call', { name, arguments: args }, bearer)).result;
}

describe('I3: the host as an MCP server', () => {
  test('says who it is and how to work with it', async () => {
    const { result } = await ask('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    expect(result).toMatchObject({
      serverInfo: { name: 'loggia', version: '1.2.3' },
      capabilities: { tools: {}, resources: {} },
      instructions: expect.stringContaining('commit_artifacts'),
    });
  });

  test('offers the commands that a model can use as tools', async () => {
    const { tools } = (await ask('tools/list')).result;
    const update = tools.find(({ name }: Json) => name === 'update_artifact');
    expect(update).toEqual({
      name: 'update_artifact',
      title: 'Update artifact',
      description:
        'Changes title, type, context or content of an artifact; it is a draft until it is committed.',
      inputSchema: {
        type: 'object',
        properties: expect.objectContaining({ artifact: expect.objectContaining({ type: 'string' }) }),
        required: ['artifact'],
        additionalProperties: false,
      },
      outputSchema: expect.objectContaining({ type: 'object', required: ['artifact'] }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    });
    expect(JSON.stringify(tools.map(({ inputSchema }: Json) => inputSchema))).not.toContain('"channel"');
  });

  test('finds, reads, changes and commits', async () => {
    const created = await call('create_artifact', {
      workspace,
      title: 'Minutes',
      type: 'text/plain',
      content: { text: 'We met at noon.' },
    });
    const { id, revision } = created.structuredContent.artifact;
    expect(JSON.parse(created.content[0].text)).toEqual(created.structuredContent);
    await call('update_artifact', { artifact: id, ifRevision: revision, title: 'Minutes of June' });
    const committed = await call('commit_artifacts', { artifacts: [{ id }], message: 'Done' });
    expect(committed.structuredContent.commit).toMatchObject({ message: 'Done', author: 'local via agent' });
    const found = await call('search', { query: 'minutes' });
    expect(found.structuredContent.hits[0].artifact.id).toBe(id);
  });

  test('I3: shows an artifact to the user with a link that clients make a card of', async () => {
    const { id } = await endpoints.rig.create(workspace, { title: 'Plan' });
    const shown = await call('show_artifact', { artifact: id });
    expect(shown.content[1]).toEqual({ type: 'resource_link', uri: `artifact:///${id}`, name: 'Plan' });
    expect(shown.structuredContent).toMatchObject({ artifact: { id, title: 'Plan' } });
    await endpoints.rig.artifacts.deleteArtifacts({ artifacts: [id] }, me);
    expect(await call('show_artifact', { artifact: id })).toMatchObject({
      isError: true,
      content: [{ text: '"Plan" is in the trash. Restore it before you show it.' }],
    });
  });

  test('L5: tells a model what to mend, and nothing of what went wrong inside', async () => {
    const { id } = await endpoints.rig.create(workspace);
    const cases = [
      await call('get_artifact', { artifact: 'nobody' }),
      await call('get_artifact', {}),
      await call('update_artifact', { artifact: id, ifRevision: 99, title: 'x' }),
      await call('break_down'),
    ];
    expect(cases.map(({ isError }) => isError)).toEqual([true, true, true, true]);
    for (const { content } of cases)
      expect(content).toEqual([{ type: 'text', text: expect.stringMatching(/\.$/) }]);
    expect(cases[1].content[0].text).toContain('"artifact"');
    const misspelled = await call('create_artifact', { workspace, text: 'x' });
    expect([misspelled.isError, misspelled.content[0].text]).toEqual([
      true,
      'Unknown parameter "text". Did you mean "text" in "content"?',
    ]);
    expect(JSON.stringify(cases)).not.toContain('secret');
    expect(endpoints.problems).toEqual([expect.objectContaining({ message: 'a secret detail' })]);
    expect((await ask('tools/call', { name: 'no_such_tool' })).error.message).toContain('no such tool');
  });

  test('L5: what a model sends as a channel counts for nothing', async () => {
    const { isError } = await call('list_workspaces', { channel: { not: 'a channel' } });
    expect(isError).toBeUndefined();
  });

  test('L5: a long result is cut as text and whole as data', async () => {
    const context = { text: 'x'.repeat(50_000) };
    const { id } = await endpoints.rig.create(workspace, { context });
    const { content, structuredContent } = await call('get_artifact', { artifact: id });
    expect(structuredContent.artifact.context).toEqual(context);
    expect(content[0].text.length).toBeLessThan(21_000);
    expect(content[0].text).toMatch(/cut after 20000 of \d+ characters/);
  });
});

describe('I3: artifacts as resources', () => {
  test('are listed by the page, the newest of all workspaces first', async () => {
    const fresh = await EndpointsRig.open();
    const homes = [await fresh.rig.workspace(), await fresh.rig.workspace()];
    for (let each = 0; each < 130; each++) {
      fresh.rig.clock.advance(1000);
      await fresh.rig.create(homes[each % 2] ?? '', { title: `Note ${each}`, type: 'text/plain' });
    }
    const before = endpoints;
    endpoints = fresh;
    const first = (await ask('resources/list')).result;
    const second = (await ask('resources/list', { cursor: first.nextCursor })).result;
    endpoints = before;
    const listed = [...first.resources, ...second.resources];
    expect([first.resources.length, second.resources.length, second.nextCursor]).toEqual([
      100,
      30,
      undefined,
    ]);
    expect(listed[0]).toMatchObject({
      uri: expect.stringMatching(/^artifact:\/\/\/[\w-]+$/),
      name: 'Note 129',
      mimeType: 'text/plain',
    });
    expect(new Set(listed.map(({ uri }) => uri)).size).toBe(130);
    await fresh.close();
  });

  test('are read with their own type: text, bytes, or the context where there is nothing else', async () => {
    const put = async (bytes: Uint8Array, type: string) => {
      const { hash } = await endpoints.rig.artifacts.upload(bytes);
      return (await endpoints.rig.create(workspace, { content: { hash }, type })).id;
    };
    const read = async (id: string) =>
      (await ask('resources/read', { uri: `artifact:///${id}` })).result.contents;
    const words = await put(Buffer.from('Grüße'), 'text/markdown');
    const bytes = await put(Buffer.from([0xff, 0x00, 0xfe]), 'image/png');
    const { id: bare } = await endpoints.rig.create(workspace, { context: { a: 1 } });
    const uri = (id: string) => `artifact:///${id}`;
    expect(await read(words)).toEqual([{ uri: uri(words), mimeType: 'text/markdown', text: 'Grüße' }]);
    expect(await read(bytes)).toEqual([{ uri: uri(bytes), mimeType: 'image/png', blob: '/wD+' }]);
    expect(await read(bare)).toEqual([{ uri: uri(bare), mimeType: 'application/json', text: '{"a":1}' }]);
  });

  test('L5: that are too large, or none, are refused with what to do', async () => {
    const { hash } = await endpoints.rig.artifacts.upload(Buffer.alloc(1_000_001, 'x'));
    const { id } = await endpoints.rig.create(workspace, { content: { hash } });
    const refusal = async (uri: string) => (await ask('resources/read', { uri })).error.message;
    expect(await refusal(`artifact:///${id}`)).toContain('read_text');
    expect((await ask('resources/read', { uri: 'artifact:///nobody' })).error).toMatchObject({
      code: -32602,
      data: { uri: 'artifact:///nobody' },
      message: expect.stringContaining('no artifact'),
    });
    expect(await refusal('artifact:///../../etc/passwd')).toContain('with the id of an artifact');
    expect(await refusal('file:///etc/passwd')).toContain('no such resource');
  });

  test('have a template', async () => {
    const { resourceTemplates } = (await ask('resources/templates/list')).result;
    expect(resourceTemplates).toEqual([expect.objectContaining({ uriTemplate: 'artifact:///{id}' })]);
  });
});

test('F3, SE15: what an agent of the host makes has its name, which nobody else can take', async () => {
  const made = async (bearer?: string): Promise<string> => {
    const params = {
      name: 'create_artifact',
      arguments: { workspace, title: 'Note' },
      _meta: { 'loggia/agent': 'Operator' },
    };
    return (await ask('tools/call', params, bearer)).result.structuredContent.artifact.createdBy;
  };
  const own = endpoints.lend({ everything: true, grant: 'write', actor: { kind: 'agent' } });
  expect(await made(own)).toBe('local via agent Operator');
  expect(await made()).toBe('local via agent');
});

describe('H4: who gets in', () => {
  test('the holder of the local token, or of one for everything, and then only within it', async () => {
    const { id } = await endpoints.rig.create(workspace);
    const statusOf = async (bearer: string) => (await ask('tools/list', {}, bearer)).status;
    expect(await statusOf('wrong')).toBe(403);
    expect(await statusOf(endpoints.lend({ artifacts: [id] }))).toBe(403);
    const reading = endpoints.lend({ everything: true, grant: 'read' });
    expect(await statusOf(reading)).toBe(200);
    expect((await call('get_artifact', { artifact: id }, reading)).isError).toBeUndefined();
    const refused = await call('update_artifact', { artifact: id, title: 'x' }, reading);
    expect([refused.isError, refused.content[0].text]).toEqual([
      true,
      expect.stringContaining('grant "write"'),
    ]);
    endpoints.clock.time += 60_000;
    expect(await statusOf(reading)).toBe(401);
  });

  test('L5: nobody without a token, from elsewhere, or in another form', async () => {
    const post = async (init: object, bearer?: string) =>
      (await endpoints.fetch('/mcp', { method: 'POST', body: '{}', ...init }, bearer)).status;
    const headers = { 'content-type': 'application/json' };
    expect(await post({ headers }, '')).toBe(401);
    expect(await post({ headers: { ...headers, origin: 'https://evil.example' } })).toBe(403);
    expect(await post({ headers: { 'content-type': 'text/plain' } })).toBe(415);
    expect(await post({ headers, body: '{' })).toBe(400);
    expect(await post({ headers, body: `{"a":"${'x'.repeat(9 * 2 ** 20)}"}` })).toBe(413);
    expect((await endpoints.fetch(`/mcp?token=${endpoints.token}`, {}, '')).status).toBe(401);
    expect((await endpoints.fetch('/mcp/elsewhere')).status).toBe(404);
    for (const method of ['GET', 'DELETE']) {
      expect(
        (await endpoints.fetch('/mcp', { method, headers: { accept: 'text/event-stream' } })).status,
      ).toBe(405);
    }
  });
});

test('I3: agents are offered what works on artifacts, by these names, and nothing that runs the host', () => {
  const tools = offeredTools(new Map(Object.entries(wholeTable())));
  expect([...tools.keys()].toSorted()).toEqual(
    [
      ...[
        'archive_artifacts',
        'commit_artifacts',
        'copy_artifacts',
        'create_artifact',
        'create_collection',
        'create_workspace',
      ],
      ...[
        'delete_artifacts',
        'diff_versions',
        'discard_draft',
        'explain_type',
        'get_artifact',
        'link_artifacts',
      ],
      ...[
        'list_artifacts',
        'list_collections',
        'list_commits',
        'list_types',
        'list_versions',
        'list_workspaces',
      ],
      ...[
        'move_artifacts',
        'preview_commit',
        'read_text',
        'restore_version',
        'run_capability',
        'search',
        'show_artifact',
        'unarchive_artifacts',
      ],
      ...[
        'undelete_artifacts',
        'unlink_artifacts',
        'update_artifact',
        'update_collection',
        'update_workspace',
      ],
    ].toSorted(),
  );
  const hinted = (hint: 'readOnlyHint' | 'destructiveHint') =>
    [...tools.values()].flatMap(({ tool }) => (tool.annotations?.[hint] === true ? [tool.name] : []));
  expect(hinted('destructiveHint')).toEqual(['discard_draft', 'delete_artifacts']);
  expect(
    hinted('readOnlyHint').every((name) => /^(list|get|read|diff|preview|search|explain|show)/.test(name)),
  ).toBe(true);
  expect(hinted('readOnlyHint')).toHaveLength(13);
});
