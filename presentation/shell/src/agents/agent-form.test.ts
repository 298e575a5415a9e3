import type { AgentCatalogEntry, AgentReport } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { emptyForm, formFor, formOf, programIn, settingsIn, variableNames } from './agent-form.ts';

const entry: AgentCatalogEntry = {
  id: 'gemini',
  name: 'Gemini',
  source: { kind: 'builtIn' },
  isInstalled: true,
  keys: [{ name: 'GEMINI_API_KEY', authMethod: 'gemini-api-key' }],
  settings: {
    ...{ name: 'Gemini', command: 'gemini', args: ['--acp', 'two words'], env: { QUIET: '1' } },
    ...{ install: 'npm install --global @google/gemini-cli', node: '20' },
  },
};
const edited: AgentReport = {
  agent: 'gemini',
  name: 'Gemini',
  source: { kind: 'added' },
  state: 'ready',
  command: ['gemini', '--acp'],
  variables: ['KEY', 'OLD'],
  folder: '/srv',
  authMethod: 'gemini-api-key',
  node: '20',
  isDefault: false,
};

test('J9: an agent of the catalog becomes settings; its key brings its sign-in method', () => {
  const form = formFor(entry);
  expect(settingsIn(form, { entry })).toEqual(entry.settings);
  expect(settingsIn({ ...form, keys: { GEMINI_API_KEY: ' secret ' } }, { entry })).toEqual({
    ...entry.settings,
    env: { QUIET: '1', GEMINI_API_KEY: 'secret' },
    authMethod: 'gemini-api-key',
  });
});

test('J9: another command is not the one that the catalog describes', () => {
  const form = { ...formFor(entry), line: '/opt/gemini --acp', variables: '' };
  expect(settingsIn(form, { entry })).toEqual({ name: 'Gemini', command: '/opt/gemini', args: ['--acp'] });
});

test('J9: an edited agent keeps, replaces and removes stored values', () => {
  const form = formOf(edited);
  const settings = {
    ...{ name: 'Gemini', command: 'gemini', args: ['--acp'], folder: '/srv', node: '20' },
    authMethod: 'gemini-api-key',
  };
  expect(settingsIn(form, { edited })).toEqual({ ...settings, env: { KEY: null, OLD: null } });
  const changed = {
    ...form,
    stored: { KEY: { value: 'new' }, OLD: 'remove' as const },
    variables: 'MORE = 1',
  };
  expect(settingsIn(changed, { edited })).toEqual({ ...settings, env: { KEY: 'new', MORE: '1' } });
  expect(settingsIn({ ...form, stored: {} }, { edited })).toEqual({ ...settings, env: {} });
  expect(variableNames(changed)).toEqual(['KEY', 'MORE']);
});

test('H5: trust is in one program with its arguments and folder; anything else is another', () => {
  const one = { ...emptyForm, name: 'X', line: 'x --acp' };
  const trusted = programIn(one);
  expect(programIn({ ...one, line: '  x   --acp ' })).toBe(trusted);
  expect(programIn({ ...one, name: 'Y', variables: 'A=1' })).toBe(trusted);
  for (const other of [{ line: 'x "--acp" y' }, { line: 'y --acp' }, { folder: '/tmp' }])
    expect(programIn({ ...one, ...other })).not.toBe(trusted);
  expect([programIn(emptyForm), programIn({ ...one, line: 'x "' })]).toEqual([undefined, undefined]);
});

test('L5: a form that is not complete says what to enter', () => {
  const sentence = (form: object) => () => settingsIn({ ...emptyForm, ...form }, {});
  expect(sentence({ name: 'X' })).toThrow('Enter the command that starts the agent');
  expect(sentence({ line: 'x' })).toThrow('Enter a name for the agent.');
  expect(sentence({ name: 'X', line: "x '" })).toThrow('is not closed');
  expect(sentence({ name: 'X', line: 'x', variables: 'oops' })).toThrow('Line 1: write it as NAME=value.');
});
