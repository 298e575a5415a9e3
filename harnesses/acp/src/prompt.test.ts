import type { HarnessTurn, PastPart } from '@loggia/sessions/harness';
import { expect, test } from 'vitest';
import { instructionsOf, promptOf } from './prompt.ts';

type PastCall = Extract<PastPart, { readonly kind: 'tool' }>;

const none = { persona: undefined, invoked: undefined, skills: [], rules: [] };
const turn = (fields: Partial<HarnessTurn>): HarnessTurn =>
  ({
    message: { text: 'Hello' },
    resumes: undefined,
    recall: () => ({ turns: [], parts: [] }),
    guidance: () => none,
    ...fields,
  }) as Partial<HarnessTurn> as HarnessTurn;
const fresh = { capabilities: {}, isNew: true, instructions: '', instructed: '' };

test('K1: a message is sent with its attachments, as far as the agent can read them', () => {
  const attachments = [
    { label: 'note.txt', text: 'Milk' },
    { label: 'a.png', media: { data: 'AAAA', contentType: 'image/png' } },
    { label: 'Plan', uri: 'artifact:///p' },
  ];
  const said = turn({ message: { text: 'Hello', attachments } });
  expect(promptOf(said, fresh)).toEqual([
    { type: 'text', text: 'Hello' },
    { type: 'text', text: 'Attached: note.txt\n\nMilk' },
    {
      type: 'text',
      text: "[The user attached a.png (image/png, 3 bytes). Its content isn't here, because you don't take files of this type.]",
    },
    { type: 'resource_link', uri: 'artifact:///p', name: 'Plan' },
  ]);
  const able = { ...fresh, capabilities: { image: true, embeddedContext: true } };
  expect(promptOf(said, able).slice(1, 3)).toEqual([
    {
      type: 'resource',
      resource: { uri: 'attachment:///note.txt', text: 'Milk', mimeType: 'text/plain' },
    },
    { type: 'image', data: 'AAAA', mimeType: 'image/png' },
  ]);
});

test('K1: instructions are sent once, and again when they change', () => {
  const rules = [{ name: 'Style', text: 'Be brief.' }];
  const instructions = instructionsOf(turn({ guidance: () => ({ ...none, rules }) }), []);
  expect(instructions).toBe('Instructions for this conversation:\n\n# Style\n\nBe brief.');
  const context = { ...fresh, instructions };
  expect(promptOf(turn({}), context)[0]).toEqual({ type: 'text', text: instructions });
  expect(promptOf(turn({}), { ...context, isNew: false, instructed: instructions })).toHaveLength(1);
  expect(promptOf(turn({}), { ...context, isNew: false, instructed: 'other' })).toHaveLength(2);
});

test('K1: instructions name the folders that the agent can not be told of in another way', () => {
  expect(instructionsOf(turn({}), [])).toBe('');
  expect(instructionsOf(turn({}), ['/w/a', '/w/b'])).toBe(
    'Instructions for this conversation:\n\n# Folders\n\nBesides the current folder, the user works in these:\n\n- /w/a\n- /w/b',
  );
});

test('K1: only a new session is told of the conversation so far', () => {
  const recall = () => ({
    summary: 'They greeted each other.',
    parts: [],
    turns: [
      {
        id: '1',
        message: { text: 'What time is it?' },
        reply: 'Noon.',
        parts: [
          {
            kind: 'tool' as const,
            id: 'c',
            name: 'clock',
            input: '{}',
            outcome: { kind: 'done' as const, text: '12' },
          },
          { kind: 'text' as const, text: 'Noon.' },
        ],
      },
    ],
  });
  const told = promptOf(turn({ recall }), fresh);
  expect(told[0]).toEqual({
    type: 'text',
    text: "The conversation so far, which you don't need to answer again:\n\nA summary of the beginning: They greeted each other.\n\nUser: What time is it?\n\nYou: [You used clock with {}. It answered: 12]\nNoon.\n\nThe next message:",
  });
  expect(promptOf(turn({ recall }), { ...fresh, isNew: false })).toHaveLength(1);
});

test('K1: what an interrupted answer did is told with its results', () => {
  const call = (name: string, outcome: PastCall['outcome']): PastCall => ({
    ...{ kind: 'tool', id: name, name, input: '{}' },
    outcome,
  });
  const parts = [
    call('job', { kind: 'done', text: 'Built.' }),
    call('gone', { kind: 'failed', message: 'The turn ended before this call did.' }),
    call('no', { kind: 'denied' }),
  ];
  const resumed = turn({ resumes: { soFar: '', parts } });
  expect(promptOf(resumed, { ...fresh, isNew: false })[1]).toEqual({
    type: 'text',
    text: 'Your answer to this was interrupted. It was:\n\n[You used job with {}. It answered: Built.]\n[You used gone with {}. The turn ended before this call did.]\n[You used no with {}.]\n\nGo on from where it ends, without repeating it.',
  });
});

test('K1: a message of a View is marked as one', () => {
  const view = { title: 'Map', server: 'maps' };
  expect(promptOf(turn({ message: { text: 'Zoom', view } }), fresh)).toEqual([
    {
      type: 'text',
      text: '[A message from the View “Map” of the server “maps”, not from the user:]\n\nZoom',
    },
  ]);
});
