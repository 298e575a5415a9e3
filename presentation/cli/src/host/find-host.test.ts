import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { HostDouble, loggia, report, temporaryDirectory } from '../host-double.testkit.ts';
import { dataDirectory } from './data-directory.ts';

const listing = { 'x-loggia/listServers': () => ({ servers: [report()] }) };
const list = ['servers', 'list'];

test('L2: the host is found by its data directory, or by its address', async () => {
  const host = await HostDouble.start(listing);
  const { http, ahp, token, data } = host;
  for (const [argv, env] of [
    [[...list, '--data', data], {}],
    [list, { LOGGIA_DATA: data }],
    [[...list, '--url', ahp, '--token', token], {}],
    [[...list, '--url', `${http}/#token=${token}`], {}],
    [list, { LOGGIA_URL: ahp, LOGGIA_TOKEN: token }],
    [[...list, '--data', data], { LOGGIA_URL: 'ws://127.0.0.1:1/ahp' }],
  ] as const) {
    expect(await loggia(argv, { env })).toMatchObject({ exitCode: 0, complaints: '' });
  }
  expect(host.commands).toHaveLength(6);
});

describe('L2: without a host the exit code is 3 and the sentence says how to start one', () => {
  test('nothing there', async () => {
    const data = temporaryDirectory();
    expect(await loggia(list, { data })).toEqual({
      exitCode: 3,
      out: '',
      complaints: `loggia: No host is running in ${data}. Start one with "loggia serve", or name another with --data or --url.\n`,
    });
  });

  test('one that died', async () => {
    const host = await HostDouble.start(listing);
    // No system gives out a process number as large as this.
    host.publish({ pid: 2 ** 30 });
    const ran = await loggia(list, { data: host.data });
    expect(ran).toMatchObject({ exitCode: 3, complaints: expect.stringContaining('crashed or was killed') });
    expect(host.asked).toEqual([]);
  });

  test('nobody answers', async () => {
    const ran = await loggia([...list, '--url', 'ws://127.0.0.1:1/ahp']);
    expect(ran).toMatchObject({ exitCode: 3, complaints: expect.stringContaining('No host answers at') });
  });

  test('for programs, too', async () => {
    const ran = await loggia([...list, '--json'], { data: temporaryDirectory() });
    expect(JSON.parse(ran.out)).toEqual({
      error: { exitCode: 3, message: expect.stringContaining('No host is running') },
    });
  });
});

describe('L5: an endpoint that cannot be right is not followed', () => {
  test.each<[string, string]>([
    ['no JSON', '{"pid":'],
    ['no object', 'null'],
    ['nothing in it', '{}'],
    ['another scheme', JSON.stringify({ pid: 1, version: '1', http: 'file:///', ahp: 'ws://x', token: 't' })],
    ['far too large', ' '.repeat(70_000)],
  ])('%s', async (_, text) => {
    const data = temporaryDirectory();
    fs.writeFileSync(path.join(data, 'endpoint.json'), text, { mode: 0o600 });
    expect(await loggia(list, { data })).toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining('was not written by a host'),
    });
  });

  test.skipIf(process.platform === 'win32')('one that others can change', async () => {
    const host = await HostDouble.start(listing);
    const file = path.join(host.data, 'endpoint.json');
    fs.chmodSync(file, 0o622);
    const ran = await loggia(list, { data: host.data });
    expect(ran).toMatchObject({ exitCode: 1, complaints: expect.stringContaining('Other users can change') });
    expect(host.asked).toEqual([]);
  });
});

test('L2: a wrong token is told from a host that is not there', async () => {
  const host = await HostDouble.start(listing);
  const ran = await loggia([...list, '--url', host.ahp, '--token', 'wrong']);
  expect(ran).toMatchObject({
    exitCode: 1,
    complaints: expect.stringContaining('does not accept the token'),
  });
  expect(ran.complaints).not.toContain('wrong');
});

test('L2: the default data directory is the one that the host chooses', () => {
  const of = (platform: NodeJS.Platform, env: Record<string, string> = {}) =>
    dataDirectory(undefined, { platform, env, home: '/home/a', workingDirectory: '/' });
  expect(of('linux')).toBe('/home/a/.local/share/loggia');
  expect(of('linux', { XDG_DATA_HOME: '/data' })).toBe('/data/loggia');
  expect(of('linux', { XDG_DATA_HOME: 'data' })).toBe('/home/a/.local/share/loggia');
  expect(of('darwin')).toBe('/home/a/Library/Application Support/Loggia');
  expect(of('win32', { LOCALAPPDATA: 'C:\\L' })).toBe('C:\\L\\Loggia');
});
