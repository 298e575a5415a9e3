import { beforeEach, expect, test } from 'vitest';
import type { ShellHost } from '../host/shell-host.ts';
import { ScriptedPerson } from '../ui/answers.testkit.ts';
import { relocate } from './relocate.ts';

let person: ScriptedPerson;
let asked: unknown[];
const host = {
  ask: async (command: string, params: object) => {
    asked.push([command, params]);
    return { artifacts: [] };
  },
} as unknown as ShellHost;

beforeEach(() => {
  const present = new ScriptedPerson();
  person = present;
  asked = [];
  return () => present.leave();
});

const artifacts = [
  { id: 'a', title: 'A', workspace: 'one' },
  { id: 'b', title: 'B', workspace: 'two' },
];
const there = { id: 'three', title: 'Three' };
const chosen = (...ids: string[]) => ids.map((id) => ({ id }));

test('F2: a move says where things went, and can be undone, each to where it was', async () => {
  await relocate(host, { how: 'move', artifacts }, there);
  expect(person.heard).toEqual(['2 artifacts moved to Three.']);
  person.told[0]?.undo?.();
  await expect.poll(() => asked.length).toBe(3);
  expect(asked).toEqual([
    ['x-loggia/moveArtifacts', { artifacts: chosen('a', 'b'), workspace: 'three' }],
    ['x-loggia/moveArtifacts', { artifacts: chosen('a'), workspace: 'one' }],
    ['x-loggia/moveArtifacts', { artifacts: chosen('b'), workspace: 'two' }],
  ]);
});

test('F2: a copy says where it is', async () => {
  await relocate(host, { how: 'copy', artifacts: artifacts.slice(0, 1) }, there);
  expect(person.heard).toEqual(['“A” copied to Three.']);
  expect(asked).toEqual([['x-loggia/copyArtifacts', { artifacts: chosen('a'), workspace: 'three' }]]);
});
