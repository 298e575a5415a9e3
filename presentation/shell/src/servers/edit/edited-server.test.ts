import type { ServerSettings } from '@loggia/protocol';
import { array, assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinCommand, splitCommand } from '../add/split-command.ts';
import { definitionEdited, editedFrom } from './edited-server.ts';

const none = { env: [], headers: [], clientSecret: false };

describe('J9: the form that edits a server', () => {
  it('J9: writes any command so that it is read as the same words', () => {
    assert(
      property(array(string({ minLength: 0, maxLength: 8 })), (words) => {
        expect(splitCommand(joinCommand(words))).toEqual(words);
      }),
    );
    expect(joinCommand(['npx', '-y', 'a b', "it's"])).toBe(String.raw`npx -y 'a b' 'it'\''s'`);
  });

  it.each<[string, ServerSettings]>([
    ['a command', { command: 'npx', args: ['-y', 'a b'], cwd: '/srv', isolation: 'session' }],
    ['a sandbox', { command: 'x', sandbox: true }],
    [
      'folders of a sandbox',
      { command: 'x', sandbox: { folders: [{ path: '/a', access: 'write' }], network: 'host' } },
    ],
    ['no sandbox, whatever the host does with others', { command: 'x', sandbox: false }],
    ['an address', { type: 'sse', url: 'https://a.example/sse', oauth: { clientId: 'me' } }],
    [
      'how the host treats it',
      { command: 'x', roots: 'none', startWithinSeconds: 60, callWithinSeconds: 0.5 },
    ],
    ['what the form does not show', { url: 'https://a.example/mcp', era: 'legacy', sampling: 'deny' }],
  ])('J9: saved as it was, it is what it was: %s', (_, settings) => {
    expect(definitionEdited(editedFrom(settings, none), settings).settings).toEqual(settings);
  });

  it('J9: an emptied field brings back the default', () => {
    const settings: ServerSettings = { command: 'x', roots: 'none', startWithinSeconds: 60 };
    const edited = editedFrom(settings, none);
    const typed = { ...edited.typed, roots: '' as const, startWithin: ' ' };
    expect(definitionEdited({ ...edited, typed }, settings).settings).toEqual({ command: 'x' });
  });

  it('J9: keeps stored values by name, replaces some and removes others', () => {
    const settings = { command: 'x' };
    const edited = editedFrom(settings, { ...none, env: ['A', 'B', 'C', 'D'] });
    const changed = {
      ...edited,
      typed: { ...edited.typed, env: 'D=typed\nE=5' },
      env: { ...edited.env, B: { value: '2' }, C: 'remove' as const },
    };
    expect(definitionEdited(changed, settings)).toEqual({
      settings: { command: 'x', env: { B: '2', D: 'typed', E: '5' } },
      keep: { env: ['A'] },
    });
  });

  it('J9: keeps the client secret until another one is typed', () => {
    const settings = { url: 'https://a.example/mcp', oauth: { clientId: 'me' } };
    const edited = editedFrom(settings, { ...none, clientSecret: true });
    expect(definitionEdited(edited, settings)).toEqual({
      settings,
      keep: { headers: [], clientSecret: true },
    });
    const replaced = { ...edited, clientSecret: { value: 'new' } };
    expect(definitionEdited(replaced, settings)).toEqual({
      settings: { ...settings, oauth: { clientId: 'me', clientSecret: 'new' } },
      keep: { headers: [] },
    });
  });

  it('J9: nothing of the old way goes along to the new one', () => {
    const edited = editedFrom({ command: 'x' }, { ...none, env: ['KEY'] });
    const moved = { ...edited, typed: { ...edited.typed, way: 'url' as const, url: 'https://a.example' } };
    expect(definitionEdited(moved, { command: 'x' })).toEqual({
      settings: { url: 'https://a.example' },
      keep: { headers: [] },
    });
  });
});
