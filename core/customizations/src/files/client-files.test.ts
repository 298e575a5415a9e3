import { ProtocolError } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { clientFiles, type AskClient } from './client-files.ts';
import { FileRefused } from './file-refused.ts';

const limits = { maxFileBytes: 16, maxEntries: 3 };

function answering(answer: unknown): { readonly ask: AskClient; readonly asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    asked,
    async ask(method, params) {
      asked.push({ method, ...params });
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

describe('files of a client', () => {
  it('D2: asks for what is below the URI of the plugin, and for nothing else', async () => {
    const { ask, asked } = answering({ data: 'hi', encoding: 'utf-8' });
    const files = clientFiles('vscode-plugin://author/pack%20age/', ask);
    expect(files.path).toBeUndefined();
    expect(await files.read('skills/a b/SKILL.md')).toBe('hi');
    for (const name of ['../x', '/etc/passwd', 'skills/../../x', 'file:///etc/passwd']) {
      await expect(files.read(name)).rejects.toThrow(FileRefused);
      await expect(files.list(name)).rejects.toThrow(FileRefused);
    }
    expect(asked).toEqual([
      {
        method: 'resourceRead',
        channel: 'ahp-root://',
        uri: 'vscode-plugin://author/pack%20age/skills/a%20b/SKILL.md',
        encoding: 'utf-8',
      },
    ]);
  });

  it('D2: a name with special characters stays one name', async () => {
    const { ask, asked } = answering({ data: '', encoding: 'utf-8' });
    await clientFiles('plugin:/p?version=2', ask).read('a?b#c%2e%2e.md');
    expect(asked).toMatchObject([{ uri: 'plugin:/p/a%3Fb%23c%252e%252e.md?version=2' }]);
  });

  it('D2: what is not there is nothing, and any other refusal is told', async () => {
    const gone = clientFiles('plugin:/p', answering(new ProtocolError('NotFound', 'gone')).ask);
    expect(await gone.read('a')).toBeUndefined();
    expect(await gone.list('a')).toEqual([]);
    const denied = clientFiles(
      'plugin:/p',
      answering(new ProtocolError('PermissionDenied', 'Ask the user.')).ask,
    );
    await expect(denied.read('a')).rejects.toThrow('Ask the user.');
  });

  it('D2: names that lead elsewhere are passed over, and so is the second of a name', async () => {
    const entries = [
      { name: '..', type: 'directory' },
      { name: 'a/../../b', type: 'file' },
      { name: 'z', type: 'pipe' },
    ];
    const files = clientFiles('plugin:/p', answering({ entries }).ask, limits);
    expect(await files.list('')).toEqual([{ name: 'z', type: 'unusable' }]);
    const twice = {
      entries: [
        { name: 'b', type: 'file' },
        { name: 'a', type: 'file' },
        { name: 'b', type: 'file' },
      ],
    };
    expect(await clientFiles('plugin:/p', answering(twice).ask, limits).list('')).toEqual([
      { name: 'a', type: 'file' },
      { name: 'b', type: 'file' },
    ]);
  });

  it.each([
    ['no object', 'hello'],
    ['no text', { data: 5, encoding: 'utf-8' }],
    ['another encoding', { data: 'x', encoding: 'utf-7' }],
    ['too much text', { data: 'x'.repeat(17), encoding: 'utf-8' }],
    ['too many bytes', { data: 'é'.repeat(9), encoding: 'utf-8' }],
    ['too many bytes in base64', { data: Buffer.alloc(64).toString('base64'), encoding: 'base64' }],
    ['no UTF-8', { data: Buffer.from([0xff]).toString('base64'), encoding: 'base64' }],
  ])('L5: a client that answers with %s is refused', async (_, answer) => {
    await expect(clientFiles('plugin:/p', answering(answer).ask, limits).read('a')).rejects.toThrow(
      FileRefused,
    );
  });

  it.each([
    ['no list', { entries: 'x' }],
    ['too many entries', { entries: ['a', 'b', 'c', 'd'].map((name) => ({ name, type: 'file' })) }],
  ])('L5: a client that lists %s is refused', async (_, answer) => {
    await expect(clientFiles('plugin:/p', answering(answer).ask, limits).list('')).rejects.toThrow(
      FileRefused,
    );
  });
});
