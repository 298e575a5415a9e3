import type { ArtifactSummary } from '@loggia/protocol';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ShellHost } from '../host/shell-host.ts';
import {
  archiveArtifacts,
  deleteArtifacts,
  discardDraft,
  purgeArtifacts,
  renameArtifact,
  restoreArtifacts,
  runTypeAction,
  unarchiveArtifacts,
} from './changes.ts';

interface Told {
  readonly text: string;
  readonly undo: (() => void) | undefined;
}

const told = vi.hoisted(() => [] as Told[]);
const question = vi.hoisted(() => ({ answer: true, asked: [] as object[] }));
vi.mock('../ui/confirm.tsx', () => ({
  confirm: async (asked: object) => {
    question.asked.push(asked);
    return question.answer;
  },
}));
vi.mock('../ui/toasts.tsx', () => {
  const complain = (error: Error) => told.push({ text: error.message, undo: undefined });
  return {
    tell: (text: string, { undo }: { readonly undo?: () => void } = {}) => told.push({ text, undo }),
    complain,
    attempt: (work: Promise<unknown>) => void work.catch(complain),
  };
});

beforeEach(() => {
  told.length = 0;
  question.answer = true;
  question.asked.length = 0;
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
  expect(told.map(({ text }) => text)).toEqual(['2500 artifacts moved to the trash.']);
  told[0]?.undo?.();
  await vi.waitFor(() => expect(asked).toHaveLength(6));
  expect(asked.slice(3).map(([command]) => command)).toEqual(
    Array.from({ length: 3 }, () => 'x-loggia/undeleteArtifacts'),
  );
});

test('J2: what was done before something went wrong can be taken back', async () => {
  const { host } = hostThatTakes(2);
  await expect(deleteArtifacts(host, many)).rejects.toThrow('The disk is full.');
  expect(told).toEqual([{ text: '2000 artifacts moved to the trash.', undo: expect.any(Function) }]);
});

test('J2: where nothing was done, nothing is told of', async () => {
  const { host } = hostThatTakes(0);
  await expect(deleteArtifacts(host, many)).rejects.toThrow('The disk is full.');
  expect(told).toEqual([]);
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
  expect(told).toEqual([{ text: `“Letter” ${done}.`, undo: expect.any(Function) }]);
  told[0]?.undo?.();
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]).toEqual([`x-loggia/${opposite}`, { artifacts: ['a'] }]);
});

test('J7: what is deleted for good is asked about first, and has no undo', async () => {
  const { host, asked } = hostWith();
  question.answer = false;
  await purgeArtifacts(host, [letter]);
  expect([asked, told]).toEqual([[], []]);
  question.answer = true;
  await purgeArtifacts(host, [letter]);
  expect(question.asked[1]).toMatchObject({ title: 'Delete “Letter” for good?', danger: true });
  expect(told).toEqual([{ text: '“Letter” deleted for good.', undo: undefined }]);
});

test('J7: a rename is for the revision that was seen, and can be undone whatever came after', async () => {
  const { host, asked } = hostWith();
  await renameArtifact(host, letter, 'Letter');
  expect(asked).toEqual([]);
  await renameArtifact(host, letter, 'Memo');
  told[0]?.undo?.();
  expect(asked).toEqual([
    ['x-loggia/updateArtifact', { artifact: 'a', title: 'Memo', ifRevision: 7 }],
    ['x-loggia/updateArtifact', { artifact: 'a', title: 'Letter' }],
  ]);
});

test('F3: a draft that is discarded comes back with its properties', async () => {
  const artifact = { ...letter, type: 'x/y', context: { to: 'Ada' }, content: { hash: 'h' } };
  const { host, asked } = hostWith({ 'x-loggia/getArtifact': { artifact } });
  await discardDraft(host, letter);
  expect(asked.at(-1)).toEqual(['x-loggia/discardDraft', { artifact: 'a', ifRevision: 7 }]);
  told[0]?.undo?.();
  expect(asked.at(-1)).toEqual([
    'x-loggia/updateArtifact',
    { artifact: 'a', title: 'Letter', type: 'x/y', context: { to: 'Ada' }, content: { hash: 'h' } },
  ]);
});

test('J6: an action of a type asks its question, and tells what the handler said', async () => {
  const result = { content: [{ type: 'text', text: ' Sent. ' }] };
  const { host, asked } = hostWith({ 'x-loggia/runAction': { result } });
  const action = { id: 'send', label: 'Send', confirm: 'It goes out.' };
  question.answer = false;
  await runTypeAction(host, [letter], action);
  expect(asked).toEqual([]);
  expect(question.asked).toEqual([{ title: 'Send?', text: 'It goes out. (“Letter”)', action: 'Send' }]);
  question.answer = true;
  await runTypeAction(host, [letter], action);
  expect(told.map(({ text }) => text)).toEqual(['Sent.']);
});

test('J6: where an action fails for one of several, those before it are told of', async () => {
  const results = [{ content: [] }, { isError: true }];
  const ask = async () => ({ result: results.shift() });
  const run = runTypeAction({ ask } as unknown as ShellHost, [letter, { id: 'b', title: 'Bill' }], {
    id: 'send',
    label: 'Send',
  });
  await expect(run).rejects.toThrow('“Send” failed for “Bill”. Try again.');
  expect(told.map(({ text }) => text)).toEqual(['Send: done for “Letter”.']);
});
