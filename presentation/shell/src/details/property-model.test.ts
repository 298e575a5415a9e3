import { HostError } from '@loggia/client';
import { errorTable } from '@loggia/protocol';
import { describe, expect, test } from 'vitest';
import type { Complaints } from '../forms/check-form.ts';
import { edit, propertyView, untouched, type EditEvent, type EditState } from './property-model.ts';

const form = {
  schema: {
    required: ['to'],
    properties: { to: { type: 'string' }, grams: { type: 'integer', minimum: 0 } },
  },
  hints: {},
};
const artifact = { context: { to: 'Ada' }, revision: 3, state: 'draft' as const };
const none: Complaints = new Map();
const after = (...events: EditEvent[]): EditState => events.reduce(edit, untouched);
const changed = (context: object, revision = 3): EditEvent => ({
  type: 'changed',
  context: { ...context },
  revision,
});
const view = (state: EditState, now: object = {}, host = none) =>
  propertyView(state, { ...artifact, ...now }, form, host);
const texts = (complaints: Complaints) =>
  Object.fromEntries(Array.from(complaints, ([pointer, { text }]) => [pointer, text]));

describe('J2: editing properties', () => {
  test('shows the artifact until something is changed', () => {
    expect(view(untouched)).toMatchObject({
      context: { to: 'Ada' },
      status: '',
      isEdited: false,
      canSave: false,
      canReset: false,
    });
    expect(view(after(changed({ to: 'Grace' })))).toMatchObject({
      context: { to: 'Grace' },
      status: 'Unsaved changes.',
      canSave: true,
    });
  });

  test('points out mistakes at once, and what is missing after the first attempt to save', () => {
    const typing = changed({ grams: -2 });
    expect(texts(view(after(typing)).complaints)).toEqual({ '/grams': 'Must be 0 or more.' });
    expect(texts(view(after(typing, { type: 'saveTried' })).complaints)).toEqual({
      '/to': 'To is required.',
      '/grams': 'Must be 0 or more.',
    });
  });

  test('points out what was missing before, and leaves other complaints of the host until something is saved', () => {
    const host: Complaints = new Map([
      ['/to', { kind: 'invalid', text: 'Nobody.' }],
      ['/else', { kind: 'invalid', text: 'Odd.' }],
    ]);
    expect(texts(view(untouched, {}, host).complaints)).toEqual({ '/to': 'Nobody.', '/else': 'Odd.' });
    expect(texts(view(after(changed({})), {}, host).complaints)).toEqual({ '/to': 'To is required.' });
  });

  test('cannot be saved while some JSON is broken', () => {
    const broken: EditEvent = { type: 'jsonTyped', pointer: '/x', state: 'broken' };
    const state = after(changed({ to: 'Grace' }), broken);
    expect(view(state)).toMatchObject({ status: 'Some of it isn’t valid JSON.', canSave: false });
    expect(view(edit(state, { ...broken, state: 'valid' }))).toMatchObject({ canSave: true });
  });

  test('what is archived is read-only', () => {
    expect(view(untouched, { state: 'archived' }).isReadOnly).toBe(true);
  });
});

describe('F3: saving properties', () => {
  const typed = after(changed({ to: 'Mine' }));

  test('shows what was saved until the artifact comes back with it', () => {
    const saved = edit(typed, { type: 'saved', context: { to: 'Mine' }, revision: 4 });
    expect(view(saved)).toMatchObject({ context: { to: 'Mine' }, isEdited: false });
    expect(view(saved, { context: { to: 'Newer' }, revision: 4 }).context).toEqual({ to: 'Newer' });
    expect(saved.round).toBe(1);
  });

  test('is a conflict once somebody else has changed the artifact, whichever is heard of first', () => {
    expect(view(typed).isConflict).toBe(false);
    expect(view(typed, { revision: 4 })).toMatchObject({ isConflict: true, context: { to: 'Mine' } });
    const refused = new HostError({ code: errorTable.Conflict.code, message: 'Changed.' });
    const failed = edit(typed, { type: 'saveFailed', error: refused });
    expect(view(failed).isConflict).toBe(true);
    expect(view(edit(typed, { type: 'saveFailed', error: new Error('No.') })).isConflict).toBe(false);
  });

  test('goes on from the revision that the editing began with', () => {
    expect(after(changed({}, 3), changed({}, 9)).edited?.revision).toBe(3);
  });

  test('a reset shows the artifact again', () => {
    const state = edit(edit(typed, { type: 'saveFailed', error: new Error('No.') }), { type: 'reset' });
    expect(state).toEqual({ ...untouched, round: 1 });
    expect(view(state, { context: { to: 'Theirs' }, revision: 4 }).context).toEqual({ to: 'Theirs' });
  });
});
