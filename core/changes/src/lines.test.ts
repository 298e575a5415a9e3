import { readdir, rename, stat, symlink } from 'node:fs/promises';
import { keptLinesOf } from '@loggia/protocol/changed-lines';
import { describe, expect, test } from 'vitest';
import { ChangesRig, ofTurn, wholeSession } from './changes-rig.testkit.ts';

const numbers = Array.from({ length: 20 }, (_, index) => `${index + 1}\n`);
const original = numbers.join('');
/** Line 2 is different, line 10 is missing, and there is a line after line 18. */
const edited = [...numbers.slice(0, 1), 'two\n', ...numbers.slice(2, 9), ...numbers.slice(10, 18), 'more\n']
  .concat(numbers.slice(18))
  .join('');

async function opened(before: string | Uint8Array, after: string | Uint8Array): Promise<ChangesRig> {
  const rig = await ChangesRig.open();
  await rig.write('a.txt', before);
  await rig.turn('t1', () => rig.write('a.txt', after));
  return rig;
}

const line = (number: number) => ({ first: number, last: number });

describe('reverting lines', () => {
  test('CH9: the changes that the lines belong to go back, and the others stay', async () => {
    const rig = await opened(original, edited);
    const said = await rig.invokeOnLines(ofTurn('t1'), 'revert', 'a.txt', { first: 1, last: 3 });
    expect(said).toBe('Reverted 1 change in a.txt.');
    expect(await rig.read('a.txt')).toBe(edited.replace('two', '2'));
    const left = { files: 1, additions: 1, deletions: 1 };
    expect(await rig.files(ofTurn('t1'))).toEqual(['a.txt +1 -1']);
    expect(await rig.files(wholeSession)).toEqual(['a.txt +1 -1']);
    expect(await rig.turns()).toEqual({ t1: left });
    expect((await rig.sessionState())?.chats[0]?.changes).toEqual(left);
  });

  test('CH9: lines that are missing count as the line after them, or are named on the side before', async () => {
    for (const lines of [line(10), { ...line(10), side: 'before' as const }]) {
      const rig = await opened(original, edited);
      await rig.invokeOnLines(ofTurn('t1'), 'revert', 'a.txt', lines);
      expect(await rig.read('a.txt')).toBe(edited.replace('9\n', '9\n10\n'));
    }
    const rig = await opened('1\n2\n3\n', 'one\n2\n');
    await rig.invokeOnLines(ofTurn('t1'), 'revert', 'a.txt', line(2));
    expect(await rig.read('a.txt')).toBe('one\n2\n3\n');
  });

  test('CH9: a file of which nothing is left to revert leaves every changeset', async () => {
    const rig = await opened(original, edited);
    for (const number of [18, 10, 2]) await rig.invokeOnLines(ofTurn('t1'), 'revert', 'a.txt', line(number));
    expect(await rig.read('a.txt')).toBe(original);
    expect(await rig.files(ofTurn('t1'))).toEqual([]);
    expect(await rig.files(wholeSession)).toEqual([]);
    expect(await rig.turns()).toEqual({ t1: { files: 0, additions: 0, deletions: 0 } });
  });

  test('CH9: a new file goes away with its lines, and a deleted one comes back', async () => {
    const rig = await ChangesRig.open();
    await rig.write('old.txt', 'x\ny\n');
    await rig.turn('t1', async () => {
      await rename(rig.at('old.txt'), `${rig.folder}-old.txt`);
      await rig.write('new.txt', 'a\nb\n');
    });
    await rig.invokeOnLines(ofTurn('t1'), 'revert', 'new.txt', line(2));
    await rig.invokeOnLines(ofTurn('t1'), 'revert', 'old.txt', line(1));
    expect(await readdir(rig.folder)).toEqual(['old.txt']);
    expect(await rig.files(ofTurn('t1'))).toEqual([]);
  });

  test.each([
    ['line breaks of other systems', 'a\r\nb\r\nc\r\n', 'A\r\nb\r\nC\r\n', 'a\r\nb\r\nC\r\n'],
    ['no line break at the end', 'a\nb\nc', 'A\nb\nC', 'a\nb\nC'],
    ['a line break that came to the end', 'a\nb\nc', 'A\nb\nC\n', 'a\nb\nC\n'],
    ['bytes of another encoding', [97, 10, 0xe9, 10, 99], [65, 10, 0xe9, 10, 0xff], [97, 10, 0xe9, 10, 0xff]],
  ])('CH9: every other byte stays: %s', async (_, before, after, expected) => {
    const bytes = (content: string | number[]) => Buffer.from(content as string);
    const rig = await opened(bytes(before), bytes(after));
    await rig.invokeOnLines(ofTurn('t1'), 'revert', 'a.txt', line(1));
    expect(await rig.bytes('a.txt')).toEqual(bytes(expected));
    await rig.invoke(ofTurn('t1'), 'revert');
    expect(await rig.bytes('a.txt')).toEqual(bytes(before));
  });

  test('CH9: the end of the text goes back with its last line', async () => {
    const rig = await opened('a\nb\nc', 'A\nb\nC\n');
    await rig.invokeOnLines(ofTurn('t1'), 'revert', 'a.txt', line(3));
    expect(await rig.read('a.txt')).toBe('A\nb\nc');
  });

  test('CH9: permissions go back with the file, not with its lines', async () => {
    const rig = await ChangesRig.open();
    await rig.write('run.sh', 'a\n', 0o755);
    await rig.turn('t1', () => rig.write('run.sh', 'b\n', 0o644));
    await rig.invokeOnLines(ofTurn('t1'), 'revert', 'run.sh', line(1));
    expect(await rig.files(ofTurn('t1'))).toEqual(['run.sh +0 -0']);
    await rig.invoke(ofTurn('t1'), 'revert', 'run.sh');
    expect((await stat(rig.at('run.sh'))).mode & 0o777).toBe(0o755);
  });

  test('CH3: a file that was edited afterwards stays as it is', async () => {
    const rig = await opened(original, edited);
    await rig.write('a.txt', `${edited}mine\n`);
    await expect(rig.invokeOnLines(ofTurn('t1'), 'revert', 'a.txt', line(2))).rejects.toMatchObject({
      kind: 'Conflict',
    });
    expect(await rig.read('a.txt')).toBe(`${edited}mine\n`);
    expect(await rig.files(ofTurn('t1'))).toEqual(['a.txt +2 -2']);
  });

  test('L5: lines that did not change and files without lines are refused', async () => {
    const rig = await opened(original, edited);
    await expect(
      rig.invokeOnLines(ofTurn('t1'), 'revert', 'a.txt', { first: 4, last: 6 }),
    ).rejects.toMatchObject({
      kind: 'InvalidParams',
      message: 'Nothing changed in lines 4 to 6 of a.txt. Name lines that are part of a change.',
    });
    await rig.write('moved.txt', 'content\n');
    await rig.turn('t2', async () => {
      await rig.write('image', Buffer.from([0, 1, 10]));
      await symlink('a.txt', rig.at('link'));
      await rename(rig.at('moved.txt'), rig.at('to.txt'));
    });
    for (const name of ['image', 'link', 'to.txt'])
      await expect(rig.invokeOnLines(ofTurn('t2'), 'keep', name, line(1))).rejects.toMatchObject({
        kind: 'InvalidParams',
        message: expect.stringContaining('Keep or revert the whole file.'),
      });
    const revert = (await rig.state(ofTurn('t1')))?.operations?.find(({ id }) => id === 'revert');
    expect(revert?.status).toBe('idle');
  });
});

describe('keeping lines', () => {
  test('CH9: what is kept stays when the rest of the file is reverted', async () => {
    for (const name of ['a.txt', undefined]) {
      const rig = await opened(original, edited);
      expect(await rig.invokeOnLines(ofTurn('t1'), 'keep', 'a.txt', line(2))).toBe('Kept 1 change in a.txt.');
      expect((await rig.state(ofTurn('t1')))?.files[0]?.reviewed).toBeUndefined();
      await rig.invoke(ofTurn('t1'), 'revert', name);
      expect(await rig.read('a.txt')).toBe(original.replace('2\n', 'two\n'));
      expect(await rig.files(ofTurn('t1'))).toEqual(['a.txt +1 -1']);
      expect(await rig.files(wholeSession)).toEqual(['a.txt +1 -1']);
      expect((await rig.state(ofTurn('t1')))?.files[0]?.reviewed).toBe(true);
    }
  });

  test('CH9: what is kept stays so while other lines are reverted', async () => {
    const rig = await opened(original, edited);
    await rig.invokeOnLines(ofTurn('t1'), 'keep', 'a.txt', line(18));
    await rig.invokeOnLines(ofTurn('t1'), 'revert', 'a.txt', line(10));
    const [file] = (await rig.state(ofTurn('t1')))?.files ?? [];
    expect(file && keptLinesOf(file)).toEqual([
      { before: { start: 18, end: 18 }, after: { start: 18, end: 19 } },
    ]);
    await rig.invoke(ofTurn('t1'), 'revert');
    expect(await rig.read('a.txt')).toBe(original.replace('18\n', '18\nmore\n'));
  });

  test('CH9: a file with all its changes kept is reviewed, and open again when a client says so', async () => {
    const rig = await opened(original, edited);
    await rig.invokeOnLines(ofTurn('t1'), 'keep', 'a.txt', { first: 1, last: 20 });
    expect((await rig.state(ofTurn('t1')))?.files[0]?.reviewed).toBe(true);
    const channel = await rig.kernel.load<never>(ofTurn('t1'));
    if (!channel) throw new Error('There is no changeset.');
    const action = { type: 'changeset/filesReviewChanged', files: [rig.uri('a.txt')], reviewed: false };
    rig.changes.dispatch(channel, action as never, { clientId: 'c', clientSeq: 1, by: 'local' });
    const [file] = (await rig.state(ofTurn('t1')))?.files ?? [];
    expect([file?.reviewed, file && keptLinesOf(file)]).toEqual([false, []]);
    await rig.invoke(ofTurn('t1'), 'revert');
    expect(await rig.read('a.txt')).toBe(original);
  });

  test('CH9: a kept file that somebody names goes back with its kept lines', async () => {
    const rig = await opened(original, edited);
    await rig.invokeOnLines(ofTurn('t1'), 'keep', 'a.txt', line(2));
    await rig.invoke(ofTurn('t1'), 'keep', 'a.txt');
    await rig.invoke(ofTurn('t1'), 'revert', 'a.txt');
    expect(await rig.read('a.txt')).toBe(original);
  });

  test('CH9: another change to the file makes it open again', async () => {
    const rig = await opened(original, edited);
    await rig.invokeOnLines(wholeSession, 'keep', 'a.txt', line(2));
    await rig.turn('t2', () => rig.write('a.txt', `${edited}21\n`));
    const [file] = (await rig.state(wholeSession))?.files ?? [];
    expect(file && keptLinesOf(file)).toEqual([]);
  });
});

describe('what is kept in one changeset', () => {
  const marksOf = async (rig: ChangesRig, uri: string) => {
    const [file] = (await rig.state(uri))?.files ?? [];
    return [file?.reviewed === true, file && keptLinesOf(file).map(({ after }) => after.start + 1)];
  };

  test.each([
    ['turn', ofTurn('t1'), wholeSession],
    ['session', wholeSession, ofTurn('t1')],
  ])('CH13: is kept in the other: of the %s', async (_, uri, other) => {
    const rig = await opened(original, edited);
    await rig.invokeOnLines(uri, 'keep', 'a.txt', line(2));
    expect(await marksOf(rig, other)).toEqual([false, [2]]);
    await rig.invoke(uri, 'keep');
    expect(await marksOf(rig, other)).toEqual([true, [2]]);
    await expect(rig.invoke(other, 'revert')).rejects.toMatchObject({ kind: 'InvalidParams' });
  });

  test('CH13: is kept by its lines where several turns changed the file', async () => {
    const rig = await opened(original, original.replace('2\n', 'two\n'));
    await rig.turn('t2', () => rig.write('a.txt', edited));
    await rig.invoke(ofTurn('t2'), 'keep');
    expect(await marksOf(rig, wholeSession)).toEqual([false, [10, 18]]);
    expect(await marksOf(rig, ofTurn('t1'))).toEqual([false, []]);
    await rig.invoke(wholeSession, 'revert');
    expect(await rig.read('a.txt')).toBe(edited.replace('two', '2'));
  });

  test('CH13: is open again in the other when a client says so', async () => {
    const rig = await opened(original, edited);
    await rig.invoke(ofTurn('t1'), 'keep');
    const channel = await rig.kernel.load<never>(wholeSession);
    if (!channel) throw new Error('There is no changeset.');
    for (const reviewed of [false, true]) {
      const action = { type: 'changeset/filesReviewChanged', files: [rig.uri('a.txt')], reviewed };
      rig.changes.dispatch(channel, action as never, { clientId: 'c', clientSeq: 1, by: 'local' });
      await rig.changes.settled();
      expect(await marksOf(rig, ofTurn('t1'))).toEqual([reviewed, []]);
    }
  });
});

describe('lines of a session', () => {
  test('CH9: the turn that left the file so follows, and goes on from there', async () => {
    const rig = await opened(original, original.replace('2\n', 'two\n'));
    await rig.turn('t2', () => rig.write('a.txt', edited));
    await rig.invokeOnLines(wholeSession, 'revert', 'a.txt', line(10));
    expect(await rig.files(wholeSession)).toEqual(['a.txt +2 -1']);
    expect(await rig.files(ofTurn('t1'))).toEqual(['a.txt +1 -1']);
    expect(await rig.files(ofTurn('t2'))).toEqual(['a.txt +1 -0']);
    expect(await rig.turns()).toMatchObject({ t1: { additions: 1 }, t2: { additions: 1, deletions: 0 } });
    await rig.invoke(ofTurn('t2'), 'revert');
    await rig.invoke(ofTurn('t1'), 'revert');
    expect(await rig.read('a.txt')).toBe(original);
    expect(await rig.files(wholeSession)).toEqual([]);
  });

  test('CH9: a file that is as before the session leaves all its turns', async () => {
    const rig = await opened(original, original.replace('2\n', 'two\n'));
    await rig.turn('t2', () => rig.write('a.txt', edited));
    await rig.invokeOnLines(wholeSession, 'revert', 'a.txt', { first: 1, last: 20 });
    expect(await rig.read('a.txt')).toBe(original);
    expect(
      await Promise.all([wholeSession, ofTurn('t1'), ofTurn('t2')].map((uri) => rig.files(uri))),
    ).toEqual([[], [], []]);
  });
});
