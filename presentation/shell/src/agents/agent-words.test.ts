import type { AgentCatalogEntry, AgentReport } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { entryWords, sourceWords, stateWords, testedWords } from './agent-words.ts';

const report: AgentReport = {
  ...{ agent: 'one', name: 'One', source: { kind: 'added' }, state: 'ready', isDefault: false },
};
const entry: AgentCatalogEntry = {
  ...{ id: 'one', name: 'One', version: '1.0', license: 'MIT', source: { kind: 'builtIn' }, keys: [] },
  ...{ isInstalled: true, settings: { name: 'One', command: 'one' } },
};

test('J9: the state of an agent in words; a state of a later version as it is', () => {
  expect(stateWords({ ...report, state: 'signedOut' })).toEqual({ words: 'Not signed in', tone: 'warning' });
  expect(stateWords({ ...report, state: 'resting' })).toEqual({ words: 'resting', tone: 'info' });
  expect(sourceWords({ ...report, source: { kind: 'file', name: '/etc/host.json' } })).toBe(
    'From /etc/host.json. Change it there and restart the host',
  );
});

test('J9: an entry of the catalog in one line', () => {
  expect(entryWords(entry)).toBe('1.0 · MIT · installed');
  expect(entryWords({ ...entry, isInstalled: false })).toBe('1.0 · MIT · downloaded when it starts');
  expect(entryWords({ ...entry, node: '22', problem: 'Too old.' })).toBe('1.0 · MIT · needs Node 22');
  expect(entryWords({ ...entry, settings: undefined })).toBe('1.0 · MIT · must be installed first');
});

test('J9: a test says what the agent can do, and what it can’t', () => {
  const able = { works: true, name: 'One', version: '1', durationMs: 1234, resumes: true };
  expect(testedWords({ ...able, accepts: ['image'] })).toBe(
    'It works: One 1 opened a session in 1.2 s. It reads images.',
  );
  expect(testedWords({ works: true, durationMs: 5, resumes: false })).toBe(
    'It works: The agent opened a session in 5 ms. It can’t resume its sessions; after a restart, it is given the conversation so far. It doesn’t read images.',
  );
});
