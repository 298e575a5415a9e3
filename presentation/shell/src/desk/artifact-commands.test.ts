import type { ArtifactSummary } from '@loggia/protocol';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ShellHost } from '../host/shell-host.ts';
import { deleteArtifacts } from './artifact-commands.ts';

interface Told {
  readonly text: string;
  readonly undo: (() => void) | undefined;
}

const told = vi.hoisted(() => [] as Told[]);
vi.mock('../ui/confirm.tsx', () => ({ confirm: async () => true }));
vi.mock('../ui/toasts.tsx', () => ({
  tell: (text: string, { undo }: { readonly undo?: () => void } = {}) => told.push({ text, undo }),
  complain: (error: Error) => told.push({ text: error.message, undo: undefined }),
}));

beforeEach(() => {
  told.length = 0;
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
