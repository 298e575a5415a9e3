import type { ChatState } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { acpRig, callsOf, partsOf, textOf, type AcpRig } from './acp-rig.testkit.ts';

const requestIn = (state: ChatState) =>
  partsOf(state).flatMap((part) => (part.kind === 'inputRequest' ? [part] : []))[0];

const asked = async (rig: AcpRig) =>
  requestIn(await rig.until((now) => requestIn(now) !== undefined))?.request;

const over = (rig: AcpRig) => rig.until(({ activeTurn }) => !activeTurn);

const requestedSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name', minLength: 2, default: 'Ada' },
    age: { type: 'integer', minimum: 1 },
    sure: { type: 'boolean', default: true },
    color: {
      type: 'string',
      oneOf: [
        { const: 'r', title: 'Red' },
        { const: 'g', title: 'Green' },
      ],
    },
    tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
  },
  required: ['name'],
};

test('B6: an agent asks with a form, and gets the answers in its own types', async () => {
  const rig = await acpRig();
  await rig.say([{ elicit: { mode: 'form', message: 'Who are you?', requestedSchema } }]);
  const request = await asked(rig);
  expect(request).toMatchObject({
    message: 'Scripted: Who are you?',
    questions: [
      { kind: 'text', id: 'name', title: 'Name', required: true, min: 2, defaultValue: 'Ada' },
      { kind: 'integer', id: 'age', min: 1 },
      { kind: 'boolean', id: 'sure', defaultValue: true },
      { kind: 'single-select', id: 'color', options: [{ id: 'r', label: 'Red' }, { id: 'g' }] },
      { kind: 'multi-select', id: 'tags', options: [{ id: 'a' }, { id: 'b' }] },
    ],
  });
  await rig.host.dispatch(rig.chat, {
    type: 'chat/inputCompleted',
    requestId: request?.id ?? '',
    response: 'accept',
    answers: {
      name: { state: 'submitted', value: { kind: 'text', value: 'Bo' } },
      age: { state: 'submitted', value: { kind: 'number', value: 3 } },
      color: { state: 'submitted', value: { kind: 'selected', value: 'g' } },
      tags: { state: 'submitted', value: { kind: 'selected-many', value: ['b'] } },
    },
  });
  expect(JSON.parse(textOf(await over(rig)))).toEqual({
    action: 'accept',
    content: { name: 'Bo', age: 3, sure: true, color: 'g', tags: ['b'] },
  });
});

const page = { mode: 'url', message: 'Sign in', url: 'https://example.com/a', elicitationId: 'e1' };

test('B6: a page that an agent wants opened is shown as a link, and its end counts as the answer', async () => {
  const rig = await acpRig();
  await rig.say([{ elicit: page }]);
  const request = await asked(rig);
  expect(request).toEqual({
    id: request?.id,
    message: 'Scripted: Sign in',
    url: 'https://example.com/a',
  });
  await rig.host.dispatch(rig.chat, {
    type: 'chat/inputCompleted',
    requestId: request?.id ?? '',
    response: 'decline',
  });
  expect(textOf(await over(rig))).toBe('{"action":"decline"}');
  expect(textOf(await rig.turn([{ elicit: page, completes: true }]))).toBe('{"action":"accept"}');
});

test('B6: a page with a scheme that runs something is never shown', async () => {
  const rig = await acpRig();
  const state = await rig.turn([{ elicit: { ...page, url: 'javascript:alert(1)' } }]);
  expect([textOf(state), requestIn(state)]).toEqual(['{"action":"decline"}', undefined]);
});

test('B6: a question that the agent withdraws is no longer open', async () => {
  const rig = await acpRig();
  const form = { mode: 'form', message: 'Still there?', requestedSchema };
  const state = await rig.turn([{ elicit: form, withdraws: true }]);
  expect([textOf(state), requestIn(state)?.response]).toEqual(['{"action":"cancel"}', 'cancel']);
  const ask = {
    toolCall: { toolCallId: 't', title: 'Delete it', kind: 'delete' },
    options: [
      { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
    ],
  };
  const next = await rig.turn([{ ask, withdraws: true }]);
  expect([textOf(next), callsOf(next)[0]?.status]).toEqual(['cancelled', 'cancelled']);
});

test('B6: a question that nobody answers ends with its turn', async () => {
  const rig = await acpRig();
  const turnId = await rig.say([{ elicit: { mode: 'form', message: 'Well?', requestedSchema } }]);
  await asked(rig);
  await rig.host.dispatch(rig.chat, { type: 'chat/turnCancelled', turnId, duration: 1 });
  await over(rig);
  expect(textOf(await rig.turn([{ say: 'Here.' }]))).toBe('Here.');
});
