import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSession } from '@loggia/client';
import {
  changesetOfSession,
  turnChangesOf,
  type ChangesetState,
  type ChatState,
  type SessionState,
} from '@loggia/protocol';
import { expect, test } from 'vitest';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';

const turn = 't1';

test('CH3, CH5: a turn is reverted after a restart, except for what a person edited', async () => {
  using data = new DataDirectory();
  const at = (name: string): string => path.join(data.path, 'workspace', name);
  const first = await HostProcess.start(data);
  using client = new TappedClient('one', () => data.endpoint());
  const session = await createSession(client.ahp);
  const view = client.ahp.session(session);
  await view.ready;
  const { defaultChat: chat = '' } = view.state as SessionState;
  const chatView = client.ahp.chat(chat);
  await chatView.ready;
  writeFileSync(at('a.txt'), 'one\n');
  writeFileSync(at('b.txt'), 'b\n');
  const wanted = { [at('a.txt')]: 'two\n', [at('b.txt')]: null, [at('c.txt')]: 'c\n' };
  await chatView.dispatch({
    type: 'chat/turnStarted',
    turnId: turn,
    startedAt: new Date().toISOString(),
    message: { text: `/write ${JSON.stringify(wanted)}`, origin: { kind: 'user' } },
  }).settled;
  const changes = () => turnChangesOf(chatView.state ?? ({} as ChatState)).get(turn);
  expect(await until('the changes are told', changes, 60_000)).toEqual({
    files: 3,
    additions: 2,
    deletions: 2,
  });
  const { items } = await client.ahp.request('listSessions', { channel: 'ahp-root://' });
  expect(items[0]?.changes).toEqual({ files: 3, additions: 2, deletions: 2 });

  await first.kill();
  rmSync(data.endpointFile, { force: true });
  await using second = await HostProcess.start(data);
  const uri = `${changesetOfSession(session)}/${turn}`;
  const changeset = client.ahp.subscribe<ChangesetState>(uri);
  await changeset.ready;
  writeFileSync(at('a.txt'), 'two\nand mine\n');
  const invoke = (target: object) =>
    client.ahp.request('invokeChangesetOperation', { channel: uri, operationId: 'revert', ...target });
  await expect(invoke({})).rejects.toThrow('a.txt was changed after this turn. Nothing was reverted.');
  expect(readFileSync(at('c.txt'), 'utf8')).toBe('c\n');
  for (const name of ['b.txt', 'c.txt']) {
    const resource = pathToFileURL(at(name)).href;
    expect(await invoke({ target: { kind: 'resource', resource } })).toEqual({ message: 'Reverted 1 file.' });
  }
  expect(readFileSync(at('b.txt'), 'utf8')).toBe('b\n');
  expect(existsSync(at('c.txt'))).toBe(false);
  expect(readFileSync(at('a.txt'), 'utf8')).toBe('two\nand mine\n');
  await until('the files are gone from the changeset', () => changeset.state?.files.length === 1);
  expect(second.loggedErrors).toEqual([]);
}, 180_000);
