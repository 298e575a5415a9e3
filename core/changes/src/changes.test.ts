import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { lstat, mkdir, readdir, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ChangesRig, ofTurn, session, wholeSession } from './changes-rig.testkit.ts';

describe.each(['a plain folder', 'a repository'])('in %s', (place) => {
  async function opened(files: Readonly<Record<string, string>>): Promise<ChangesRig> {
    const rig = await ChangesRig.open();
    for (const [name, content] of Object.entries(files)) await rig.write(name, content);
    if (place === 'a repository') {
      rig.git('init', '--quiet');
      rig.git('add', '--all');
      rig.git('commit', '--quiet', '--message=first');
      await rig.untilOld(Object.keys(files));
      // Git trusts its index only about files that are older.
      rig.git('update-index', '--refresh', '--really-refresh', '--force-write-index');
    }
    return rig;
  }

  test('CH1: a turn lists what it created, changed, moved and deleted, with the lines', async () => {
    const rig = await opened({ 'a.txt': 'one\ntwo\n', 'b.txt': 'b\n', 'old.txt': 'content\n' });
    await rig.turn('t1', async () => {
      await rig.write('a.txt', 'one\n2\nthree\n');
      await rig.write('sub/new.txt', 'x\n');
      await rm(rig.at('b.txt'));
      await rename(rig.at('old.txt'), rig.at('renamed.txt'));
    });
    expect(await rig.files(ofTurn('t1'))).toEqual([
      'a.txt +2 -1',
      'gone b.txt +0 -1',
      'old.txt to renamed.txt +0 -0',
      'new sub/new.txt +1 -0',
    ]);
    expect(await rig.turns()).toEqual({ t1: { files: 4, additions: 3, deletions: 2 } });
    expect(await rig.files(wholeSession)).toEqual(await rig.files(ofTurn('t1')));
    expect((await rig.sessionState())?.chats[0]?.changes).toEqual({ files: 4, additions: 3, deletions: 2 });
    expect(rig.problems).toEqual([]);
  });

  test('CH1: a turn that changes nothing has no changeset', async () => {
    const rig = await opened({ 'a.txt': 'one\n' });
    await rig.turn('t1', async () => rig.write('a.txt', 'one\n'));
    expect(await rig.files(ofTurn('t1'))).toBeUndefined();
    expect((await rig.sessionState())?.changesets).toBeUndefined();
  });

  test('CH1: changes between turns are nobody’s, and a session adds up its turns', async () => {
    const rig = await opened({ 'a.txt': '1\n', 'b.txt': '1\n' });
    await rig.turn('t1', async () => rig.write('a.txt', '2\n'));
    await rig.write('b.txt', 'by hand\n');
    await rig.turn('t2', async () => rig.write('a.txt', '2\n3\n'));
    expect(await rig.files(ofTurn('t2'))).toEqual(['a.txt +1 -0']);
    expect(await rig.files(wholeSession)).toEqual(['a.txt +2 -1']);
    await rig.turn('t3', async () => rig.write('a.txt', '1\n'));
    expect(await rig.files(wholeSession)).toEqual([]);
  });

  test('CH2: reverting a turn brings everything back', async () => {
    const rig = await opened({ 'a.txt': 'one\n', 'deep/b.txt': 'b\n', 'old.txt': 'content\n' });
    await rig.turn('t1', async () => {
      await rig.write('a.txt', 'two\n');
      await rig.write('new.txt', 'x\n');
      await rm(rig.at('deep'), { recursive: true });
      await rename(rig.at('old.txt'), rig.at('renamed.txt'));
    });
    expect(await rig.invoke(ofTurn('t1'), 'revert')).toBe('Reverted 4 files.');
    expect(await rig.read('a.txt')).toBe('one\n');
    expect(await rig.read('deep/b.txt')).toBe('b\n');
    expect(await rig.read('old.txt')).toBe('content\n');
    const names = (await readdir(rig.folder)).filter((name) => name !== '.git').toSorted();
    expect(names).toEqual(['a.txt', 'deep', 'old.txt']);
    expect(await rig.files(ofTurn('t1'))).toEqual([]);
    expect(await rig.files(wholeSession)).toEqual([]);
    expect(await rig.turns()).toEqual({ t1: { files: 0, additions: 0, deletions: 0 } });
  });

  test('CH3: a file that was edited afterwards stays, and nothing else is reverted', async () => {
    const rig = await opened({ 'a.txt': 'one\n', 'b.txt': 'b\n' });
    await rig.turn('t1', async () => {
      await rig.write('a.txt', 'agent\n');
      await rig.write('b.txt', 'agent\n');
    });
    await rig.write('a.txt', 'agent\nand me\n');
    await expect(rig.invoke(ofTurn('t1'), 'revert')).rejects.toMatchObject({
      kind: 'Conflict',
      message: 'a.txt was changed after this turn. Nothing was reverted. Change it back by hand, or keep it.',
      data: { files: [rig.uri('a.txt')] },
    });
    expect([await rig.read('a.txt'), await rig.read('b.txt')]).toEqual(['agent\nand me\n', 'agent\n']);
    const failed = (await rig.state(ofTurn('t1')))?.operations?.find(({ id }) => id === 'revert');
    expect(failed).toMatchObject({ status: 'error', error: { errorType: 'Conflict' } });
    expect(await rig.invoke(ofTurn('t1'), 'revert', 'b.txt')).toBe('Reverted 1 file.');
    expect(await rig.read('b.txt')).toBe('b\n');
    expect(await rig.files(ofTurn('t1'))).toEqual(['a.txt +1 -1']);
  });

  test('CH5: what was kept for a revert survives a restart', async () => {
    const rig = await opened({ 'a.txt': 'one\n' });
    await rig.turn('t1', async () => rig.write('a.txt', 'two\n'));
    await rig.kernel.close();
    await rig.restart();
    await rig.invoke(ofTurn('t1'), 'revert');
    expect(await rig.read('a.txt')).toBe('one\n');
  });
});

describe('reverting', () => {
  test('CH2: binary content, permissions and links come back as they were', async () => {
    const rig = await ChangesRig.open();
    const binary = Buffer.from([0, 255, 1, 254]);
    await rig.write('image', binary);
    await rig.write('run.sh', '#!/bin/sh\n', 0o755);
    await symlink('run.sh', rig.at('link'));
    await rig.turn('t1', async () => {
      await rig.write('image', Buffer.from([0, 1]));
      await rig.write('run.sh', '#!/bin/sh\n', 0o644);
      await rm(rig.at('link'));
      await writeFile(rig.at('link'), 'now a file');
    });
    expect(await rig.files(ofTurn('t1'))).toEqual(['image', 'link +1 -1', 'run.sh +0 -0']);
    await rig.invoke(ofTurn('t1'), 'revert');
    expect((await stat(rig.at('run.sh'))).mode & 0o777).toBe(0o755);
    expect(await readlink(rig.at('link'))).toBe('run.sh');
    expect(await rig.read('image')).toBe(binary.toString());
  });

  test('CH4: a folder that was replaced by a link leads nowhere', async () => {
    const rig = await ChangesRig.open();
    await rig.write('sub/a.txt', 'one\n');
    await rig.turn('t1', async () => rig.write('sub/a.txt', 'two\n'));
    const outside = path.join(rig.folder, '..', 'outside');
    await mkdir(outside);
    await writeFile(path.join(outside, 'a.txt'), 'two\n');
    await rm(rig.at('sub'), { recursive: true });
    await symlink(outside, rig.at('sub'));
    await expect(rig.invoke(ofTurn('t1'), 'revert')).rejects.toMatchObject({
      kind: expect.stringMatching(/^(PermissionDenied|Conflict)$/),
    });
    expect(await readdir(outside)).toEqual(['a.txt']);
    expect((await lstat(path.join(outside, 'a.txt'))).size).toBe(4);
  });

  test('CH4: contents behind a link are never read', async () => {
    const rig = await ChangesRig.open();
    const outside = path.join(rig.folder, '..', 'secret');
    await mkdir(outside);
    await writeFile(path.join(outside, 'key'), 'secret');
    await rig.turn('t1', async () => {
      await symlink(outside, rig.at('sub'));
      await symlink(path.join(outside, 'key'), rig.at('key'));
    });
    const links = (await rig.state(ofTurn('t1')))?.files.map(({ _meta }) => _meta?.['loggia/after']);
    expect(links).toEqual([
      { kind: 'link', mode: 0o777 },
      { kind: 'link', mode: 0o777 },
    ]);
    expect(rig.reads.filter((name) => name.startsWith('..'))).toEqual([]);
    await rig.invoke(ofTurn('t1'), 'revert');
    expect([existsSync(rig.at('sub')), await readdir(outside)]).toEqual([false, ['key']]);
  });

  test('CH3: a file that a person edited between two turns is not reverted for the session', async () => {
    const rig = await ChangesRig.open();
    await rig.write('a.txt', '1\n');
    await rig.turn('t1', async () => rig.write('a.txt', '2\n'));
    await rig.write('a.txt', '2\nmine\n');
    await rig.turn('t2', async () => rig.write('a.txt', '3\nmine\n'));
    await expect(rig.invoke(wholeSession, 'revert')).rejects.toMatchObject({
      kind: 'Conflict',
      message: expect.stringContaining('a.txt was also changed between turns.'),
    });
    await rig.invoke(ofTurn('t2'), 'revert');
    expect(await rig.read('a.txt')).toBe('2\nmine\n');
  });

  test('CH2: reverting for the session empties its turns as well', async () => {
    const rig = await ChangesRig.open();
    await rig.write('a.txt', '1\n');
    await rig.turn('t1', async () => rig.write('a.txt', '2\n'));
    await rig.turn('t2', async () => {
      await rig.write('a.txt', '3\n');
      await rig.write('b.txt', 'b\n');
    });
    await rig.invoke(wholeSession, 'revert', 'a.txt');
    expect(await rig.read('a.txt')).toBe('1\n');
    expect(await rig.files(ofTurn('t1'))).toEqual([]);
    expect(await rig.files(ofTurn('t2'))).toEqual(['new b.txt +1 -0']);
    expect(await rig.turns()).toMatchObject({ t1: { files: 0 }, t2: { files: 1 } });
  });

  test('CH2: a file that was kept stays when the rest is reverted', async () => {
    const rig = await ChangesRig.open();
    await rig.turn('t1', async () => {
      await rig.write('a.txt', 'a\n');
      await rig.write('b.txt', 'b\n');
    });
    await rig.invoke(ofTurn('t1'), 'keep', 'a.txt');
    expect(await rig.invoke(ofTurn('t1'), 'revert')).toBe('Reverted 1 file.');
    expect(await readdir(rig.folder)).toEqual(['a.txt']);
    await expect(rig.invoke(ofTurn('t1'), 'revert')).rejects.toMatchObject({ kind: 'InvalidParams' });
  });

  test('CH10: files that the disk refuses stay listed, and the others go back', async () => {
    const rig = await ChangesRig.open();
    for (const name of ['a.txt', 'sub/b.txt', 'z.txt']) await rig.write(name, 'before\n');
    await rig.turn('t1', async () => {
      await rig.write('a.txt', 'after\n');
      await rm(rig.at('sub'), { recursive: true });
      await rig.write('z.txt', 'after\n');
    });
    // The folder can't be made again where a file is.
    rig.onceChecked = () => rig.write('sub', 'in the way');
    await expect(rig.invoke(ofTurn('t1'), 'revert')).rejects.toMatchObject({
      kind: 'Unavailable',
      message: expect.stringMatching(/^b\.txt couldn't be reverted: .*isn't a folder/),
      data: { files: [rig.uri('sub/b.txt')] },
    });
    expect([await rig.read('a.txt'), await rig.read('z.txt')]).toEqual(['before\n', 'before\n']);
    expect(await rig.files(ofTurn('t1'))).toEqual(['gone sub/b.txt +0 -1']);
    expect(await rig.files(wholeSession)).toEqual(['gone sub/b.txt +0 -1']);
    expect(await rig.turns()).toEqual({ t1: { files: 1, additions: 0, deletions: 1 } });
    const failed = (await rig.state(ofTurn('t1')))?.operations?.find(({ id }) => id === 'revert');
    expect(failed?.error?.message).toMatch(/Everything else was reverted\.$/);
    await expect(rig.invoke(ofTurn('t1'), 'revert')).rejects.toMatchObject({ kind: 'Conflict' });
    await rm(rig.at('sub'));
    await rig.invoke(ofTurn('t1'), 'revert');
    expect(await rig.read('sub/b.txt')).toBe('before\n');
  });

  test('CH10: of a move that the disk refuses halfway, the rest is listed', async () => {
    const rig = await ChangesRig.open();
    await rig.write('sub/b.txt', 'content\n');
    await rig.turn('t1', async () => {
      await rename(rig.at('sub/b.txt'), rig.at('b.txt'));
      await rm(rig.at('sub'), { recursive: true });
    });
    rig.onceChecked = () => rig.write('sub', 'in the way');
    await expect(rig.invoke(wholeSession, 'revert')).rejects.toMatchObject({ kind: 'Unavailable' });
    expect(await rig.files(wholeSession)).toEqual(['gone sub/b.txt +0 -1']);
    await rm(rig.at('sub'));
    await rig.invoke(wholeSession, 'revert');
    expect(await rig.read('sub/b.txt')).toBe('content\n');
    expect(await rig.files(ofTurn('t1'))).toEqual([]);
  });

  test('L5: what the changeset does not have is refused with what it has', async () => {
    const rig = await ChangesRig.open();
    await rig.turn('t1', async () => rig.write('a.txt', 'a\n'));
    const refused = (uri: string, operation: string, name: string | undefined, error: object) =>
      expect(rig.invoke(uri, operation, name)).rejects.toMatchObject(error);
    await refused(ofTurn('t2'), 'revert', undefined, { kind: 'NotFound' });
    const message = expect.stringContaining('"keep", "revert"');
    await refused(ofTurn('t1'), 'merge', undefined, { message });
    await refused(ofTurn('t1'), 'revert', 'b.txt', { kind: 'NotFound' });
    await rig.turn('t2', () => refused(ofTurn('t1'), 'revert', undefined, { kind: 'TurnInProgress' }));
  });
});

describe('the size of a folder', () => {
  test('CH6: of ten thousand files, only those that changed are read again', async () => {
    const rig = await ChangesRig.open();
    const names = Array.from({ length: 10_000 }, (_, index) => `${index % 100}/${index}.txt`);
    for (const folder of Array.from({ length: 100 }).keys()) mkdirSync(rig.at(`${folder}`));
    for (const name of names) writeFileSync(rig.at(name), 'the same\n');
    await rig.untilOld(names.slice(-1));
    await rig.turn('t1', async () => rig.write('7/7.txt', 'changed\n'));
    expect(rig.reads).toHaveLength(10_001);
    await rig.untilOld(['7/7.txt']);
    rig.reads.length = 0;
    await rig.turn('t2', async () => rig.write('8/8.txt', 'changed\n'));
    // The first is read once more if it was new when it was last looked at.
    expect(new Set(rig.reads)).toEqual(
      new Set([...(rig.reads.includes('7/7.txt') ? ['7/7.txt'] : []), '8/8.txt']),
    );
    expect(await rig.files(ofTurn('t2'))).toEqual(['8/8.txt +1 -1']);
  });

  test('CH6: a repository’s own files are not read before they change', async () => {
    const rig = await ChangesRig.open();
    for (const name of ['a.txt', 'b.txt', 'ignored.log']) await rig.write(name, `${name}\n`);
    await rig.write('.gitignore', '*.log\n');
    rig.git('init', '--quiet');
    rig.git('add', '--all');
    await rig.untilOld(['a.txt', 'b.txt', '.gitignore']);
    rig.git('update-index', '--really-refresh', '--force-write-index');
    const before = rig.git('ls-files', '--stage');
    await rig.turn('t1', async () => {
      await rig.write('a.txt', 'changed\n');
      await rig.write('ignored.log', 'changed\n');
    });
    expect(rig.reads).toEqual(['a.txt']);
    expect(await rig.files(ofTurn('t1'))).toEqual(['a.txt +1 -1']);
    expect(rig.git('ls-files', '--stage')).toBe(before);
  });

  test('CH6: the host’s own data are not looked at, wherever they are', async () => {
    const rig = await ChangesRig.open({ data: 'project/data' });
    await rig.turn('t1', async () => {
      await rig.write('data/loggia.db', 'changed');
      await rig.write('a.txt', 'a\n');
    });
    expect(await rig.files(ofTurn('t1'))).toEqual(['new a.txt +1 -0']);
    rig.git('init', '--quiet');
    await rig.turn('t2', async () => rig.write('data/loggia.db', 'again'));
    expect(await rig.files(ofTurn('t2'))).toBeUndefined();
  });

  test('CH6: a repository inside of the host’s own data is looked at', async () => {
    const rig = await ChangesRig.open({ data: '.' });
    rig.git('init', '--quiet');
    await rig.turn('t1', async () => rig.write('a.txt', 'a\n'));
    expect(await rig.files(ofTurn('t1'))).toEqual(['new a.txt +1 -0']);
  });

  test('CH6: a folder that is too large says so, once', async () => {
    const rig = await ChangesRig.open({ limits: { plainFiles: 3 } });
    for (const name of ['1', '2', '3', '4']) await rig.write(name, name);
    await rig.turn('t1', async () => rig.write('1', 'changed'));
    await rig.turn('t2', async () => rig.write('1', 'again'));
    const problem = `Changes in ${rig.folder} aren't recorded, because it has more than 3 files. Work in a smaller folder, or have Git ignore what needn't be followed.`;
    expect(await rig.turns()).toEqual({ t1: { files: 0, additions: 0, deletions: 0, problem } });
    expect(await rig.files(ofTurn('t1'))).toBeUndefined();
  });

  test('CH6: a file that is too large to keep is listed and can not be reverted', async () => {
    const rig = await ChangesRig.open({ limits: { fileBytes: 10 } });
    await rig.write('large', 'more than ten bytes');
    await rig.turn('t1', async () => rig.write('large', 'still more than ten'));
    expect(await rig.files(ofTurn('t1'))).toEqual(['large']);
    await expect(rig.invoke(ofTurn('t1'), 'revert')).rejects.toMatchObject({
      kind: 'Unavailable',
      message: expect.stringContaining("contents of large weren't kept"),
    });
    expect(await rig.read('large')).toBe('still more than ten');
  });
});

test('CH7: a repository can not make the host run anything', async () => {
  const rig = await ChangesRig.open();
  const evil = path.join(rig.folder, '..', 'evil');
  const ran = path.join(rig.folder, '..', 'ran');
  await writeFile(evil, `#!/bin/sh\ntouch ${ran}\ncat\n`, { mode: 0o755 });
  await rig.write('a.txt', 'one\n');
  rig.git('init', '--quiet');
  rig.git('add', '--all');
  await rig.write('.gitattributes', '* filter=evil diff=evil\n');
  for (const key of [
    'filter.evil.clean',
    'filter.evil.smudge',
    'core.fsmonitor',
    'diff.evil.textconv',
    'diff.external',
  ])
    rig.git('config', key, evil);
  await mkdir(rig.at('.git/hooks'), { recursive: true });
  for (const hook of ['post-index-change', 'pre-commit'])
    await writeFile(rig.at(`.git/hooks/${hook}`), `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
  await rm(ran, { force: true });
  await rig.turn('t1', async () => rig.write('a.txt', 'two\n'));
  expect(await rig.files(ofTurn('t1'))).toEqual(['a.txt +1 -1']);
  await rig.invoke(ofTurn('t1'), 'revert');
  expect(await rig.read('a.txt')).toBe('one\n');
  expect(existsSync(ran)).toBe(false);
});

describe('the changesets of a session', () => {
  test('CH5: they go with it', async () => {
    const rig = await ChangesRig.open();
    await rig.turn('t1', async () => rig.write('a.txt', 'a\n'));
    rig.kernel.remove(session);
    await rig.changes.settled();
    await rig.kernel.settled();
    expect(await rig.state(ofTurn('t1'))).toBeUndefined();
    expect(await rig.state(wholeSession)).toBeUndefined();
  });

  test('CH8: a client marks files as reviewed, and only those', async () => {
    const rig = await ChangesRig.open();
    await rig.turn('t1', async () => rig.write('a.txt', 'a\n'));
    const channel = await rig.kernel.load<never>(ofTurn('t1'));
    if (!channel) throw new Error('There is no changeset.');
    const origin = { clientId: 'c', clientSeq: 1, by: 'local' };
    const mark = (files: string[]) =>
      rig.changes.dispatch(channel, { type: 'changeset/filesReviewChanged', files, reviewed: true }, origin);
    mark([rig.uri('a.txt')]);
    expect((await rig.state(ofTurn('t1')))?.files[0]?.reviewed).toBe(true);
    expect(() => mark(['file:///other'])).toThrow('None of these files is in this changeset.');
    expect(() => rig.changes.dispatch(channel, { type: 'changeset/cleared' }, origin)).toThrow(
      /does not belong/,
    );
  });

  test('CH1: a turn that is resumed adds to its changeset', async () => {
    const rig = await ChangesRig.open();
    await rig.turn('t1', async () => rig.write('a.txt', 'a\n'));
    await rig.turn('t1', async () => rig.write('a.txt', 'a\nb\n'));
    expect(await rig.files(ofTurn('t1'))).toEqual(['new a.txt +2 -0']);
  });
});
