import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { HostDouble, loggia, Refusal, temporaryDirectory } from '../../host-double.testkit.ts';

const tools = [
  {
    server: 'id-files',
    serverName: 'files',
    tool: {
      name: 'read',
      description: 'Reads a file. \u001b[2JAnd more.',
      inputSchema: { type: 'object', properties: { path: { type: 'string' }, lines: { type: 'integer' } } },
    },
  },
];

test('L2: tools list shows the tools, and which servers are missing and why', async () => {
  const missing = [{ server: 'x', serverName: 'issues', reason: 'It needs a sign-in.' }];
  const host = await HostDouble.start({
    'x-loggia/listTools': () => ({ tools, missing }),
    'x-loggia/listServers': () => ({ servers: [] }),
  });
  expect(await loggia(['tools', 'list'], { data: host.data })).toEqual({
    exitCode: 0,
    out: `SERVER  TOOL  DESCRIPTION
files   read  Reads a file.

issues: It needs a sign-in.
`,
    complaints: '',
  });
  const ran = await loggia(['tools', 'list', 'files', '--json'], { data: host.data });
  expect(JSON.parse(ran.out)).toEqual({ tools, missing });
  expect(ran.exitCode).toBe(1);
});

describe('tools call', () => {
  const answering = (result: object) => ({
    'x-loggia/listTools': () => ({ tools, missing: [] }),
    'x-loggia/callTool': () => result,
  });
  const call = ['tools', 'call', 'files', 'read'];

  test('L2: arguments become what the tool takes', async () => {
    const host = await HostDouble.start(answering({ content: [{ type: 'text', text: 'hello' }] }));
    const ran = await loggia([...call, 'path=7', 'lines=7'], { data: host.data });
    expect(ran).toEqual({ exitCode: 0, out: 'hello\n', complaints: '' });
    expect(host.commands.at(-1)).toEqual([
      'x-loggia/callTool',
      { server: 'files', tool: 'read', arguments: { path: '7', lines: 7 } },
    ]);
  });

  test('L2: or come whole, from the line, a file or the input', async () => {
    const host = await HostDouble.start(answering({ content: [] }));
    const workingDirectory = temporaryDirectory();
    fs.writeFileSync(path.join(workingDirectory, 'a.json'), '{"from":"file"}');
    const world = { data: host.data, workingDirectory, readInput: async () => '{"from":"input"}' };
    for (const way of [
      ['--json-args', '{"from":"line"}'],
      ['--args-file', 'a.json'],
      ['--args-file', '-'],
    ]) {
      expect(await loggia([...call, ...way], world)).toMatchObject({ exitCode: 0 });
    }
    expect(host.commands.map(([, { arguments: args }]) => args)).toEqual([
      { from: 'line' },
      { from: 'file' },
      { from: 'input' },
    ]);
  });

  test.each<[string[], string]>([
    [['--json-args', '[1]'], '--json-args has to be one JSON object'],
    [['--json-args', '{'], '--json-args has to be one JSON object'],
    [['--json-args', '{}', 'a=1'], 'in one way'],
    [['lines=x'], '"lines" cannot be "x"'],
  ])('L5: %j is wrong usage', async (argv, words) => {
    const host = await HostDouble.start(answering({}));
    const ran = await loggia([...call, ...argv], { data: host.data });
    expect(ran).toMatchObject({ exitCode: 2, complaints: expect.stringContaining(words) });
    expect(host.commands.map(([method]) => method)).not.toContain('x-loggia/callTool');
  });

  test('L5: a tool that there is not', async () => {
    const host = await HostDouble.start(answering({}));
    const ran = await loggia(['tools', 'call', 'files', 'raed', 'path=x'], { data: host.data });
    expect(ran).toMatchObject({ exitCode: 1, complaints: expect.stringContaining('Did you mean "read"?') });
  });

  test('L2: text is plain, data is JSON once, and what a terminal cannot show is a note', async () => {
    const structuredContent = { sum: 3 };
    const host = await HostDouble.start(
      answering({
        content: [
          { type: 'text', text: 'plain \u001b[31mred\n' },
          { type: 'text', text: '{ "sum": 3 }' },
          { type: 'image', data: 'A'.repeat(4000), mimeType: 'image/png' },
          { type: 'resource_link', name: 'notes', uri: 'file:///n' },
          { type: 'resource', resource: { uri: 'ui://a', text: 'inside' } },
          { type: 'resource', resource: { uri: 'ui://b', blob: 'AAAA' } },
          { type: 'hologram\u0007' },
        ],
        structuredContent,
      }),
    );
    const { out } = await loggia(call, { data: host.data });
    expect(out).toBe(`plain ␛[31mred
[image, image/png, 3.0 kB; --json has it]
[link] notes file:///n
[resource] ui://a
inside
[resource] ui://b [3 bytes; --json has it]
[hologram␇ that this command cannot show; --json has it]
{
  "sum": 3
}
`);
  });

  test.each([
    [{ content: 'one\ntwo' }, 'one\ntwo\n'],
    [{ content: 'one\ntwo', more: true }, 'one\ntwo\n{\n  "content": "one\\ntwo",\n  "more": true\n}\n'],
  ])('L2: text that the data only wraps is shown once: %j', async (structuredContent, shown) => {
    const content = [{ type: 'text', text: 'one\ntwo' }];
    const host = await HostDouble.start(answering({ content, structuredContent }));
    expect((await loggia(call, { data: host.data })).out).toBe(shown);
  });

  test('L2: a tool that says it failed makes the command fail; --json has its whole answer', async () => {
    const result = { content: [{ type: 'text', text: 'No such file' }], isError: true, _meta: { a: 1 } };
    const host = await HostDouble.start(answering(result));
    expect(await loggia(call, { data: host.data })).toEqual({
      exitCode: 1,
      out: 'No such file\n',
      complaints: 'The tool reported an error.\n',
    });
    const { exitCode, out } = await loggia([...call, '--json'], { data: host.data });
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toEqual(result);
  });

  test('L2: Ctrl-C ends the call', async () => {
    const interruption = new AbortController();
    const host = await HostDouble.start({
      'x-loggia/callTool': () => {
        interruption.abort();
        return new Promise(() => undefined);
      },
    });
    const ran = await loggia(call, { data: host.data, interrupted: interruption.signal });
    expect(ran).toEqual({ exitCode: 130, out: '', complaints: 'loggia: Stopped.\n' });
  });

  test('L2: a host that goes away in the middle is exit code 3', async () => {
    const host = await HostDouble.start({
      'x-loggia/callTool': () => {
        host.dropEverybody();
        return new Promise(() => undefined);
      },
    });
    const ran = await loggia(call, { data: host.data });
    expect(ran).toMatchObject({
      exitCode: 3,
      complaints: expect.stringContaining('connection to the host was lost'),
    });
  });

  test('B10: where a sign-in is needed and none is stored, the exit code is 4 and the sentence says how', async () => {
    const host = await HostDouble.start({
      'x-loggia/callTool': () => {
        throw new Refusal(-32007, 'The server asks for a sign-in.');
      },
      'x-loggia/listServers': () => ({
        servers: [
          {
            id: 'id-files',
            name: 'files',
            source: { kind: 'added' },
            transport: { kind: 'http', url: 'https://x.example/mcp' },
            enabled: true,
            trusted: true,
            state: {
              kind: 'authRequired',
              reason: 'required',
              resource: { resource: 'https://x.example/mcp' },
            },
          },
        ],
      }),
    });
    expect(await loggia(call, { data: host.data })).toEqual({
      exitCode: 4,
      out: '',
      complaints: 'loggia: "files" needs a sign-in. Run "loggia servers login files".\n',
    });
  });
});
