import { HostError } from '@loggia/client';
import { errorTable, type ArtifactSummary } from '@loggia/protocol';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ShellHost } from '../host/shell-host.ts';
import { ScriptedPerson } from '../ui/answers.testkit.ts';
import {
  archiveArtifacts,
  copyTitle,
  deleteArtifacts,
  discardDraft,
  duplicateArtifacts,
  purgeArtifacts,
  renameArtifact,
  restoreArtifacts,
  runTypeAction,
  unarchiveArtifacts,
} from './changes.ts';

let person: ScriptedPerson;

beforeEach(() => {
  const present = new ScriptedPerson();
  person = present;
  return () => present.leave();
});

const many = Array.from({ length: 2500 }, (_, index) => ({
  id: `a${index}`,
  title: `Number ${index}`,
})) as unknown as readonly ArtifactSummary[];

/** Takes no more than that many commands. */
function hostThatTakes(most: number) {
  const asked: (readonly [command: string, count: number])[] = [];
  const ask = async (command: string, { artifacts }: { readonly artifacts: readonly string[] }) => {
    if (asked.length === most) throw new Error('The disk is full.');
    asked.push([command, artifacts.length]);
    return {};
  };
  return { host: { ask } as unknown as ShellHost, asked };
}

test('J2: what is more than the host takes at once goes there in parts, and back', async () => {
  const { host, asked } = hostThatTakes(6);
  await deleteArtifacts(host, many);
  expect(asked.map(([, count]) => count)).toEqual([1000, 1000, 500]);
  expect(person.heard).toEqual(['2500 artifacts moved to the trash.']);
  person.told[0]?.undo?.();
  await vi.waitFor(() => expect(asked).toHaveLength(6));
  expect(asked.slice(3).map(([command]) => command)).toEqual(
    Array.from({ length: 3 }, () => 'x-loggia/undeleteArtifacts'),
  );
});

test('J2: what was done before something went wrong can be taken back', async () => {
  const { host } = hostThatTakes(2);
  await expect(deleteArtifacts(host, many)).rejects.toThrow('The disk is full.');
  expect(person.told).toEqual([{ text: '2000 artifacts moved to the trash.', undo: expect.any(Function) }]);
});

test('J2: where nothing was done, nothing is told of', async () => {
  const { host } = hostThatTakes(0);
  await expect(deleteArtifacts(host, many)).rejects.toThrow('The disk is full.');
  expect(person.told).toEqual([]);
});

/** Answers each command with what is given for it, and notes it. */
function hostWith(answers: Readonly<Record<string, unknown>> = {}) {
  const asked: (readonly [command: string, params: object])[] = [];
  const ask = async (command: string, params: object) => {
    asked.push([command, params]);
    return answers[command] ?? {};
  };
  return { host: { ask } as unknown as ShellHost, asked };
}

const letter = { id: 'a', title: 'Letter', revision: 7, state: 'draft', version: 2 } as ArtifactSummary;

test.each([
  ['delete', deleteArtifacts, 'moved to the trash', 'undeleteArtifacts'],
  ['restore', restoreArtifacts, 'restored from the trash', 'deleteArtifacts'],
  ['archive', archiveArtifacts, 'archived', 'unarchiveArtifacts'],
  ['unarchive', unarchiveArtifacts, 'restored from the archive', 'archiveArtifacts'],
])('J7: %s can be undone', async (_, change, done, opposite) => {
  const { host, asked } = hostWith();
  await change(host, [letter]);
  expect(person.told).toEqual([{ text: `“Letter” ${done}.`, undo: expect.any(Function) }]);
  person.told[0]?.undo?.();
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]).toEqual([`x-loggia/${opposite}`, { artifacts: ['a'] }]);
});

test('J7: what is deleted for good is asked about first, and has no undo', async () => {
  const { host, asked } = hostWith();
  person.answer = false;
  await purgeArtifacts(host, [letter]);
  expect([asked, person.told]).toEqual([[], []]);
  person.answer = true;
  await purgeArtifacts(host, [letter]);
  expect(person.asked[1]).toMatchObject({ title: 'Delete “Letter” for good?', danger: true });
  expect(person.told).toEqual([{ text: '“Letter” deleted for good.', undo: undefined }]);
});

test('J7: a rename is for the revision that was seen, and can be undone whatever came after', async () => {
  const { host, asked } = hostWith();
  await renameArtifact(host, letter, 'Letter');
  expect(asked).toEqual([]);
  await renameArtifact(host, letter, 'Memo');
  person.told[0]?.undo?.();
  expect(asked).toEqual([
    ['x-loggia/updateArtifact', { artifact: 'a', title: 'Memo', ifRevision: 7 }],
    ['x-loggia/updateArtifact', { artifact: 'a', title: 'Letter' }],
  ]);
});

describe('renaming what somebody is writing in', () => {
  /** At revision 9 by now, under this title. */
  function hostThatHas(title: string) {
    const revisions: unknown[] = [];
    const ask = async (_: string, { ifRevision }: { readonly ifRevision: number }) => {
      revisions.push(ifRevision);
      const artifact = { ...letter, title, revision: 9 };
      if (ifRevision !== 9)
        throw new HostError({ code: errorTable.Conflict.code, message: 'Changed.', data: { artifact } });
      return {};
    };
    return { host: { ask } as unknown as ShellHost, revisions };
  }

  test('F3, J7: new content does not stand in the way', async () => {
    const { host, revisions } = hostThatHas('Letter');
    await renameArtifact(host, letter, 'Memo');
    expect(revisions).toEqual([7, 9]);
  });

  test('F3, J7: another title does', async () => {
    const { host, revisions } = hostThatHas('Their title');
    await expect(renameArtifact(host, letter, 'Memo')).rejects.toThrow('Changed.');
    expect(revisions).toEqual([7]);
  });
});

test('F3: a draft that is discarded comes back with its properties', async () => {
  const artifact = { ...letter, type: 'x/y', context: { to: 'Ada' }, content: { hash: 'h' } };
  const { host, asked } = hostWith({ 'x-loggia/getArtifact': { artifact } });
  await discardDraft(host, letter);
  expect(asked.at(-1)).toEqual(['x-loggia/discardDraft', { artifact: 'a', ifRevision: 7 }]);
  person.told[0]?.undo?.();
  expect(asked.at(-1)).toEqual([
    'x-loggia/updateArtifact',
    { artifact: 'a', title: 'Letter', type: 'x/y', context: { to: 'Ada' }, content: { hash: 'h' } },
  ]);
});

test('J6: an action of a type asks its question, and tells what the handler said', async () => {
  const result = { content: [{ type: 'text', text: ' Sent. ' }] };
  const { host, asked } = hostWith({ 'x-loggia/runAction': { result } });
  const action = { id: 'send', label: 'Send', confirm: 'It goes out.' };
  person.answer = false;
  await runTypeAction(host, [letter], action);
  expect(asked).toEqual([]);
  expect(person.asked).toEqual([{ title: 'Send?', text: 'It goes out. (“Letter”)', action: 'Send' }]);
  person.answer = true;
  await runTypeAction(host, [letter], action);
  expect(person.heard).toEqual(['Sent.']);
});

test('J6: where an action fails for one of several, those before it are told of', async () => {
  const results = [{ content: [] }, { isError: true }];
  const ask = async () => ({ result: results.shift() });
  const run = runTypeAction({ ask } as unknown as ShellHost, [letter, { id: 'b', title: 'Bill' }], {
    id: 'send',
    label: 'Send',
  });
  await expect(run).rejects.toThrow('“Send” failed for “Bill”. Try again.');
  expect(person.heard).toEqual(['Send: done for “Letter”.']);
});

test('J2: a copy has type, context and content of the original and a title of its own', async () => {
  const artifact = {
    id: 'a',
    workspace: 'w',
    type: 'x/y',
    title: 'Letter',
    context: { to: 'Ada' },
    content: { hash: 'h', size: 1 },
    state: 'committed',
    version: 3,
  };
  const asked: unknown[] = [];
  const ask = async (command: string, params: object) => {
    asked.push([command, params]);
    return command === 'x-loggia/createArtifact' ? { artifact: { id: 'copy', ...params } } : { artifact };
  };
  await duplicateArtifacts({ ask } as unknown as ShellHost, [{ id: 'a', title: 'Letter' }]);
  expect(asked.at(-1)).toEqual([
    'x-loggia/createArtifact',
    { workspace: 'w', type: 'x/y', title: 'Letter copy', context: { to: 'Ada' }, content: { hash: 'h' } },
  ]);
  expect(person.heard).toEqual(['“Letter copy” created.']);
  person.told[0]?.undo?.();
  expect(asked.at(-1)).toEqual(['x-loggia/deleteArtifacts', { artifacts: ['copy'] }]);
});

test.each([
  ['Letter', 'Letter copy'],
  ['Letter copy', 'Letter copy 2'],
  ['Letter copy 9', 'Letter copy 10'],
  ['copy', 'copy copy'],
  ['x'.repeat(500), `${'x'.repeat(480)} copy`],
])('J2: a copy of %j is called %j', (title, copy) => {
  expect(copyTitle(title)).toBe(copy);
});
