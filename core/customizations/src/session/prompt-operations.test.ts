import { ServerFailure } from '@loggia/mcp';
import { describe, expect, it } from 'vitest';
import { byPerson, Rig } from './rig.testkit.ts';

const session = 'ahp-session:/s';

async function rigWith(onRequest: (method: string, params: object) => Promise<unknown>): Promise<Rig> {
  const rig = new Rig({ servers: ['a', 'b', 'c'] });
  await rig.session(session);
  rig.gateway.named('a').onRequest = onRequest;
  rig.gateway.named('a').becomeReady([], { prompts: { listChanged: false } });
  rig.gateway.named('b').becomeReady([], { prompts: { listChanged: false } });
  return rig;
}

describe('J4: prompts of servers', () => {
  it('are listed from those that are ready and can, page by page, without what has the wrong shape', async () => {
    const rig = await rigWith(async (_, { cursor }: { cursor?: string }) =>
      cursor === undefined
        ? {
            prompts: [
              { name: 'greet', title: 'Greet', arguments: [{ name: 'who', required: true }] },
              { name: 7 },
            ],
            nextCursor: 'more',
          }
        : { prompts: [{ name: 'plain', description: 'Nothing to fill in.' }] },
    );
    const { prompts } = await rig.equipment.listPrompts({ session });
    const from = { server: expect.any(String) as string, serverName: 'a' };
    expect(prompts).toEqual([
      { ...from, name: 'greet', title: 'Greet', arguments: [{ name: 'who', required: true }] },
      { ...from, name: 'plain', description: 'Nothing to fill in.', arguments: [] },
    ]);
  });

  it('are filled in by the server, and their text is put together', async () => {
    const asked: unknown[] = [];
    const rig = await rigWith(async (method, params) => {
      asked.push([method, params]);
      return {
        messages: [
          { role: 'user', content: { type: 'text', text: 'Hello Ada.' } },
          { role: 'user', content: { type: 'image', data: '', mimeType: 'image/png' } },
          { role: 'user', content: { type: 'resource', resource: { uri: 'x:y', text: 'A file.' } } },
        ],
      };
    });
    const filled = await rig.equipment.getPrompt(
      { server: 'a', prompt: 'greet', arguments: { who: 'Ada' }, session },
      byPerson,
    );
    expect(asked).toEqual([['prompts/get', { name: 'greet', arguments: { who: 'Ada' } }]]);
    expect(filled).toMatchObject({ text: 'Hello Ada.\n\nA file.' });
    expect(filled.messages).toHaveLength(3);
  });

  it('that cannot be had say why', async () => {
    const rig = await rigWith(() =>
      Promise.reject(new ServerFailure('refused', 'No such prompt.', { code: -32_602 })),
    );
    const of = (server: string) => rig.equipment.getPrompt({ server, prompt: 'x', session }, byPerson);
    await expect(of('a')).rejects.toThrow('No such prompt.');
    await expect(of('c')).rejects.toThrow('"c" has to be ready');
  });

  it('have values suggested for their arguments, and none by a server that does not or cannot', async () => {
    const asked: unknown[] = [];
    let answer: unknown = { completion: { values: ['Ada', 7, 'Alan', 'x'.repeat(20_000)] } };
    const rig = await rigWith(async (method, params) => {
      asked.push([method, params]);
      return answer;
    });
    const of = (server: string) =>
      rig.equipment.completePrompt(
        { server, prompt: 'greet', argument: 'who', value: 'A', arguments: { how: 'kindly' }, session },
        byPerson,
      );
    expect([await of('a'), asked]).toEqual([{ values: [] }, []]);
    rig.gateway.named('a').becomeReady([], { prompts: { listChanged: false }, completions: true });
    expect(await of('a')).toEqual({ values: ['Ada', 'Alan'] });
    const params = {
      ref: { type: 'ref/prompt', name: 'greet' },
      argument: { name: 'who', value: 'A' },
      context: { arguments: { how: 'kindly' } },
    };
    expect(asked).toEqual([['completion/complete', params]]);
    for (answer of [undefined, 'x', { completion: { values: 'x' } }])
      expect(await of('a')).toEqual({ values: [] });
    expect(await of('c')).toEqual({ values: [] });
  });
});
