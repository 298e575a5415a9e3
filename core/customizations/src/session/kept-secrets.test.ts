import { describe, expect, it } from 'vitest';
import { withKept, withoutSecrets } from './kept-secrets.ts';

const url = 'https://tickets.example/mcp';

describe('J9: the definition of a server that is edited', () => {
  it('is shown with the names of its secrets and without any of their values', () => {
    const shown = withoutSecrets({
      url: 'https://me:hush@tickets.example/mcp',
      env: { KEY: 'hush', ANOTHER: 'hush' },
      headers: { Authorization: 'hush' },
      oauth: { clientId: 'loggia', clientSecret: 'hush' },
      isolation: 'session',
    });
    expect(shown).toEqual({
      settings: { url, oauth: { clientId: 'loggia' }, isolation: 'session' },
      secrets: { env: ['ANOTHER', 'KEY'], headers: ['Authorization'], clientSecret: true },
    });
    expect(JSON.stringify(shown)).not.toContain('hush');
  });

  it('keeps what it names, replaces what it gives, and drops the rest', () => {
    const stored = { command: 'x', env: { KEPT: '1', REPLACED: '2', DROPPED: '3' } };
    expect(
      withKept({ command: 'y', env: { REPLACED: 'new', ADDED: '4' } }, { env: ['KEPT', 'REPLACED'] }, stored),
    ).toEqual({ command: 'y', env: { KEPT: '1', REPLACED: 'new', ADDED: '4' } });
    expect(withKept({ command: 'y' }, undefined, stored)).toEqual({ command: 'y' });
  });

  it('gets back the credentials in its address where the address stays', () => {
    const stored = { url: 'https://me:hush@tickets.example/mcp' };
    expect(withKept({ url }, {}, stored)).toEqual(stored);
    expect(withKept({ url: `${url}/2` }, {}, stored)).toEqual({ url: `${url}/2` });
  });

  it.each([
    ['a header', { headers: ['Authorization'] }, 'Authorization'],
    ['the client secret', { clientSecret: true }, 'the client secret'],
  ])('asks for %s again when the address changes', (_, keep, named) => {
    const stored = {
      url,
      headers: { Authorization: 'hush' },
      oauth: { clientId: 'a', clientSecret: 'hush' },
    };
    const moved = { url: 'https://elsewhere.example/mcp', oauth: { clientId: 'a' } };
    expect(() => withKept(moved, keep, stored)).toThrow(`Enter them again: ${named}.`);
    expect(withKept({ ...moved, url }, keep, stored)).toMatchObject({ url });
  });

  it('keeps nothing that is not stored', () => {
    expect(() => withKept({ command: 'x' }, { env: ['__proto__'] }, { env: {} })).toThrow(
      'No variable "__proto__" is stored. Enter its value.',
    );
  });
});
