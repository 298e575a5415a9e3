import type { ChatInputAnswers } from '@loggia/protocol';
import { describe, expect, test } from 'vitest';
import type { Form, FormAnswer, Harness } from '../harness.ts';
import { rig } from '../rig.testkit.ts';

const choices = [
  { id: 'r', label: 'Red', description: 'Warm' },
  { id: 'g', label: 'Green' },
];

const form: Form = {
  message: 'Tell me',
  fields: [
    { id: 'name', title: 'Name', message: 'Your name', type: 'text', default: 'Ada', min: 1, max: 5 },
    { id: 'ratio', message: 'Ratio', type: 'number', default: 0.5 },
    { id: 'count', message: 'Count', type: 'integer', default: 2, min: 1, max: 3, required: true },
    { id: 'sure', message: 'Sure?', type: 'boolean', default: false },
    { id: 'color', message: 'Color', type: 'choice', choices, default: 'g' },
    { id: 'colors', message: 'Colors', type: 'choices', choices, default: ['r', 'gone'], max: 2 },
    { id: 'note', message: 'Note', type: 'text' },
  ],
};

async function asked(wanted: Form) {
  const answers: FormAnswer[] = [];
  const harness: Harness = {
    describe: { provider: 'asks', displayName: 'Asks', description: '', models: [] },
    async *run(turn) {
      answers.push(await turn.ask(wanted));
      yield { kind: 'text', text: 'thanks' };
    },
  };
  const host = await rig({ harnesses: [harness] });
  const { session, chat } = await host.create();
  await host.say(chat, 'go');
  await host.until(chat, (state) => (state.activeTurn?.responseParts.length ?? 0) > 0);
  const waiting = (await host.session(session)).inputNeeded?.[0];
  if (waiting?.kind !== 'chatInput') throw new Error('A question was expected.');
  const { request } = waiting;
  const accept = (given: ChatInputAnswers = {}) =>
    host.dispatch(chat, {
      type: 'chat/inputCompleted',
      requestId: request.id,
      response: 'accept',
      answers: given,
    });
  return { host, chat, request, answers, accept };
}

describe('a form', () => {
  test('A8: asks for every type with its bounds, and shows what is filled in already', async () => {
    const { request } = await asked(form);
    expect(request).toEqual({
      id: expect.any(String) as string,
      message: 'Tell me',
      questions: [
        {
          kind: 'text',
          id: 'name',
          title: 'Name',
          message: 'Your name',
          min: 1,
          max: 5,
          defaultValue: 'Ada',
        },
        { kind: 'number', id: 'ratio', message: 'Ratio', defaultValue: 0.5 },
        { kind: 'integer', id: 'count', message: 'Count', required: true, min: 1, max: 3, defaultValue: 2 },
        { kind: 'boolean', id: 'sure', message: 'Sure?', defaultValue: false },
        {
          kind: 'single-select',
          id: 'color',
          message: 'Color',
          options: [choices[0], { ...choices[1], recommended: true }],
        },
        {
          kind: 'multi-select',
          id: 'colors',
          message: 'Colors',
          max: 2,
          options: [{ ...choices[0], recommended: true }, choices[1]],
        },
        { kind: 'text', id: 'note', message: 'Note' },
      ],
      answers: {
        name: { state: 'draft', value: { kind: 'text', value: 'Ada' } },
        ratio: { state: 'draft', value: { kind: 'number', value: 0.5 } },
        count: { state: 'draft', value: { kind: 'number', value: 2 } },
        sure: { state: 'draft', value: { kind: 'boolean', value: false } },
        color: { state: 'draft', value: { kind: 'selected', value: 'g' } },
        colors: { state: 'draft', value: { kind: 'selected-many', value: ['r'] } },
      },
    });
  });

  test('A8: that is accepted as it stands is answered with what was filled in', async () => {
    const { host, chat, answers, accept } = await asked(form);
    await accept();
    await host.idle(chat);
    const values = { name: 'Ada', ratio: 0.5, count: 2, sure: false, color: 'g', colors: ['r'] };
    expect(answers).toEqual([{ kind: 'accepted', values }]);
  });

  test('A8: is answered in the types that it asked for, without what was skipped', async () => {
    const { host, chat, answers, accept } = await asked(form);
    await accept({
      name: { state: 'skipped' },
      ratio: { state: 'submitted', value: { kind: 'number', value: 2.5 } },
      sure: { state: 'submitted', value: { kind: 'boolean', value: true } },
      colors: { state: 'submitted', value: { kind: 'selected-many', value: ['g', 'r'] } },
    });
    await host.idle(chat);
    const values = { ratio: 2.5, count: 2, sure: true, color: 'g', colors: ['g', 'r'] };
    expect(answers).toEqual([{ kind: 'accepted', values }]);
  });

  test.each([
    ['name', { kind: 'text', value: 'Ada Lovelace' }, '"name" must be from 1 to 5 characters long'],
    ['count', { kind: 'number', value: 4 }, '"count" must be from 1 to 3.'],
    ['count', { kind: 'number', value: 1.5 }, '"count" must be a whole number'],
    ['colors', { kind: 'selected-many', value: ['r', 'g', 'r'] }, '"colors" must be at most 2 options'],
    ['color', { kind: 'selected', value: 'blue' }, 'not among its options'],
  ] as const)('A8: with %s beyond what it allows is refused', async (id, given, reason) => {
    const { answers, accept } = await asked(form);
    const value = given.kind === 'selected-many' ? { ...given, value: [...given.value] } : given;
    await expect(accept({ [id]: { state: 'submitted', value } })).rejects.toThrow(reason);
    expect(answers).toEqual([]);
  });
});
