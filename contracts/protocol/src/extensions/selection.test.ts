import { describe, expect, it } from 'vitest';
import { selectionAttachment, selectionIn } from './selection.ts';
import { viewMark } from './view-speaker.ts';

const cities = { id: 'a1', title: 'Cities', type: 'x-test/table' };
const notes = { id: 'a2', title: 'Notes', type: 'x-test/text' };

describe('the selection that goes along with a message', () => {
  it('J3: says in words what is selected, for clients and agents that know nothing of it', () => {
    expect(selectionAttachment([cities])).toMatchObject({ type: 'simple', label: 'Selected: Cities' });
    const both = selectionAttachment([cities, notes]);
    expect(both).toMatchObject({
      label: 'Selected: 2 artifacts',
      modelRepresentation:
        'The user has these artifacts selected, and may mean them by words such as “it”, “this” or “these”:\n- “Cities”, type x-test/table, id a1\n- “Notes”, type x-test/text, id a2',
    });
    expect(both && selectionIn(both)).toEqual(['a1', 'a2']);
  });

  it('J3: is left out where there is none, or too much of it', () => {
    expect(selectionAttachment([])).toBeUndefined();
    expect(selectionAttachment(Array.from({ length: 101 }, () => cities))).toBeUndefined();
  });

  it('E10: a View selects nothing for the user', () => {
    const attachment = selectionAttachment([cities]);
    expect(selectionIn({ _meta: { ...attachment?._meta, ...viewMark({ id: 'v' }) } })).toBeUndefined();
  });

  it.each([[undefined], ['a1'], [{ artifacts: 'a1' }], [{ artifacts: [5] }], [{ artifacts: [] }]])(
    'L5: %j is none',
    (mark) => {
      expect(selectionIn({ _meta: { 'loggia.selection': mark } })).toBeUndefined();
    },
  );
});
