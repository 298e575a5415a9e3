import { SessionRig, createHarness } from '@loggia/testing';
import { afterEach, expect, test } from 'vitest';
import type { Harness } from '../harness.ts';

const rigs: SessionRig[] = [];

afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.close();
});

/** A harness that says which tokens it gets. */
function thirsty(): Harness {
  return {
    describe: {
      ...createHarness().describe,
      protectedResources: [
        { resource: 'https://models.example', resource_name: 'Models' },
        { resource: 'https://extras.example', required: false },
      ],
    },
    async *run(turn) {
      const wanted = ['https://models.example', 'https://extras.example', 'https://mcp.example'];
      const tokens = await Promise.all(wanted.map((resource) => turn.token(resource)));
      yield { kind: 'text', text: JSON.stringify(tokens.map((token) => token ?? null)) };
    },
  };
}

async function open(tokens: ReadonlyMap<string, string>) {
  const rig = await SessionRig.open({
    harnesses: [thirsty()],
    tokenFor: async (resource) => tokens.get(resource),
  });
  rigs.push(rig);
  return { rig, ...(await rig.create()) };
}

test('B10: an agent that needs a sign-in says so, and the turn can be resumed after it', async () => {
  const tokens = new Map<string, string>();
  const { rig, chat } = await open(tokens);
  const turnId = await rig.say(chat, 'hello');
  const stopped = (await rig.idle(chat)).turns[0];
  expect(stopped).toMatchObject({ state: 'error' });
  expect(stopped?.responseParts.at(-1)).toMatchObject({
    kind: 'error',
    resumable: true,
    error: { errorType: 'authRequired', message: expect.stringContaining('sign-in to Models') },
  });
  expect(rig.announced.signInNeeded).toEqual([
    { resource: 'https://models.example', resource_name: 'Models' },
  ]);
  tokens.set('https://models.example', 'secret');
  await rig.dispatch(chat, { type: 'chat/turnResume', turnId });
  const done = await rig.until(chat, ({ turns }) => turns[0]?.state === 'complete');
  expect(done.turns[0]?.responseParts.at(-1)).toMatchObject({ content: '["secret",null,null]' });
});

test('B13: an agent is given tokens for what it declares, and for nothing else', async () => {
  const { rig, chat } = await open(
    new Map([
      ['https://models.example', 'one'],
      ['https://extras.example', 'two'],
      ['https://mcp.example', 'of a server'],
    ]),
  );
  await rig.say(chat, 'hello');
  const { turns } = await rig.idle(chat);
  expect(turns[0]?.responseParts.at(-1)).toMatchObject({ content: '["one","two",null]' });
});
