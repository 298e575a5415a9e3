import { reportOf } from '@loggia/testing';
import { answers, calls, cut, refuses, says, stopShort, thinks } from '@loggia/testing/providers';
import { expect, it } from 'vitest';
import { callsIn, errorOf, expectClean, modelRig, reasoningOf, replyOf } from './model-rig.testkit.ts';

const google = { wire: 'google', options: { provider: 'google' } } as const;
const tools = { greet: async () => reportOf('hello'), 'maps.route': async () => reportOf('left') };

it('K1, A6: Google answers, thinks and calls, and a later turn knows of it', async () => {
  const rig = await modelRig(google, { tools });
  rig.provider
    .when(
      'Go',
      answers(thinks('Hm.'), says('Well.'), calls('greet', {}), calls('maps_route', { to: 'home' })),
    )
    .when('hello', answers(says('Left, then.')))
    .when('Again', answers(says('Left again.')));
  const state = await rig.turn('Go');
  expect(reasoningOf(state)).toBe('Hm.');
  expect(replyOf(state)).toBe('Well.|Left, then.');
  expect(callsIn(state)).toMatchObject([
    { toolName: 'greet', status: 'completed' },
    { toolName: 'maps.route', toolInput: '{"to":"home"}', status: 'completed' },
  ]);
  expect(state.turns[0]?.usage).toMatchObject({ inputTokens: 20, outputTokens: 10 });
  expect(replyOf(await rig.turn('Again'))).toBe('Left again.');
  const turns = rig.provider.requests[2]?.turns ?? [];
  expect(turns.flatMap(({ results }) => results)).toEqual(['hello', 'left']);
  expectClean(rig);
});

it.each([cut, stopShort])('K1, A4: an answer of Google that breaks off is called so ($kind)', async (end) => {
  const rig = await modelRig(google);
  rig.provider.when('Hi', answers(says('Well'), end));
  expect(errorOf(await rig.turn('Hi'))).toBe(
    'The connection to the model broke off before its answer was complete.',
  );
  expectClean(rig, 1);
});

it('L5: Google says in its own way that a conversation is too long', async () => {
  const rig = await modelRig(google);
  const message = 'The input token count (2000000) exceeds the maximum number of tokens allowed (1048576).';
  rig.provider.when('Hi', refuses(400, message, { type: 'INVALID_ARGUMENT' }));
  expect(errorOf(await rig.turn('Hi'))).toMatch(/^The conversation is too long for large\./);
  expectClean(rig, 1);
});

it('K1: Google says in its own way that a key is not accepted', async () => {
  const rig = await modelRig(google);
  const message = 'API key not valid. Please pass a valid API key.';
  rig.provider.when('Hi', refuses(400, message, { type: 'INVALID_ARGUMENT' }));
  expect(errorOf(await rig.turn('Hi'))).toMatch(/^The key for Google is not accepted\./);
  expectClean(rig, 1);
});
