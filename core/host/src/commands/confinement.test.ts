import { agentOf, localPrincipal } from '@loggia/access';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { agentMeta, namedAgent } from '../agent-name.ts';
import { assertWithin, confinedTo, within } from './confinement.ts';

const places: Readonly<Record<string, string>> = { mine: 'home', theirs: 'away' };
const workspaceOf = async (artifact: string) => places[artifact];
const allowed = (params: object) =>
  assertWithin('home', params, workspaceOf).then(
    () => true,
    () => false,
  );

test('K5: an agent of a session reaches what is in the session’s workspace, and nothing else', async () => {
  expect(await allowed({ artifact: 'mine' })).toBe(true);
  expect(await allowed({ artifacts: ['mine'], workspace: 'home' })).toBe(true);
  expect(await allowed({ artifact: 'gone' })).toBe(true);
  expect(await allowed({ artifact: 'theirs' })).toBe(false);
  expect(await allowed({ artifacts: [{ id: 'mine' }, { id: 'theirs' }] })).toBe(false);
  expect(await allowed({ workspace: 'away' })).toBe(false);
});

test('K5: a search that names no workspace is one of the session’s workspace', () => {
  const search = z.object({ query: z.string(), workspace: z.string().optional() });
  expect(within('home', { query: 'x' }, search)).toEqual({ query: 'x', workspace: 'home' });
  expect(within('home', { query: 'x', workspace: 'away' }, search)).toEqual({
    query: 'x',
    workspace: 'away',
  });
  expect(within('home', { title: 'x' }, z.object({ title: z.string() }))).toEqual({ title: 'x' });
});

test('K5: only agents of sessions are confined', () => {
  const agent = agentOf(localPrincipal);
  expect(confinedTo(localPrincipal)).toBeUndefined();
  expect(confinedTo(agent)).toBeUndefined();
  expect(confinedTo(namedAgent(agent, agentMeta('echo', undefined)))).toBeUndefined();
  expect(confinedTo(namedAgent(agent, agentMeta('echo', 'home')))).toBe('home');
});
