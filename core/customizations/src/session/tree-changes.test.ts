import {
  reduceSession,
  type Customization,
  type McpServerCustomization,
  type SessionState,
} from '@loggia/protocol';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesBetween } from './tree-changes.ts';

const empty: SessionState = {
  provider: 'echo',
  title: '',
  status: 1,
  lifecycle: 'ready',
  activeClients: [],
  chats: [],
};

function folded(shown: Customization[] | undefined, wanted: Customization[]): Customization[] | undefined {
  const start: SessionState = shown ? { ...empty, customizations: shown } : empty;
  return changesBetween(shown, wanted).reduce<SessionState>(reduceSession, start).customizations;
}

const state = fc.constantFrom<McpServerCustomization['state']>(
  { kind: 'starting' },
  { kind: 'starting', blocking: true },
  { kind: 'ready' },
  { kind: 'stopped' },
);

const server = (id: string) =>
  fc.record(
    {
      type: fc.constant('mcpServer' as const),
      id: fc.constant(id),
      uri: fc.constant('file:///f'),
      name: fc.constantFrom('a', 'b'),
      state,
      channel: fc.constantFrom('mcp://1', 'mcp://2'),
    },
    { requiredKeys: ['type', 'id', 'uri', 'name', 'state'] },
  );

const entry = (index: number): fc.Arbitrary<Customization> =>
  fc.oneof(
    server(`e${index}`),
    fc.record(
      {
        type: fc.constant('plugin' as const),
        id: fc.constant(`e${index}`),
        uri: fc.constant('file:///p'),
        name: fc.constantFrom('p', 'q'),
        children: fc
          .subarray([0, 1, 2])
          .chain((ids) => fc.tuple(...ids.map((id) => server(`e${index}c${id}`)))),
      },
      { requiredKeys: ['type', 'id', 'uri', 'name'] },
    ),
  );

const tree = fc
  .shuffledSubarray([0, 1, 2, 3])
  .chain((ids) => fc.tuple(...ids.map(entry)))
  .map((entries) => [...entries]);

describe('changes of the tree', () => {
  it('D6: fold to exactly what is wanted, and to nothing when it is there', () => {
    fc.assert(
      fc.property(fc.option(tree, { nil: undefined }), tree, (shown, wanted) => {
        expect(folded(shown, wanted) ?? []).toEqual(wanted);
        expect(changesBetween(wanted, wanted)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('B2: a change of state and channel is told by itself', () => {
    fc.assert(
      fc.property(server('s'), state, (before, next) => {
        const after = { ...before, state: next };
        const types = changesBetween([before], [after]).map(({ type }) => type);
        expect(types.every((type) => type === 'session/mcpServerStateChanged')).toBe(true);
      }),
    );
  });

  it('D6: one entry that changes does not take the others along', () => {
    const shown: Customization[] = [
      { type: 'plugin', id: 'p', uri: 'file:///p', name: 'P' },
      { type: 'plugin', id: 'q', uri: 'file:///q', name: 'Q' },
    ];
    const renamed: Customization = { type: 'plugin', id: 'q', uri: 'file:///q', name: 'New' };
    expect(changesBetween(shown, [shown[0]!, renamed])).toEqual([
      { type: 'session/customizationUpdated', customization: renamed },
    ]);
    expect(changesBetween(shown, [renamed])).toEqual([
      { type: 'session/customizationRemoved', id: 'p' },
      { type: 'session/customizationUpdated', customization: renamed },
    ]);
    expect(changesBetween(undefined, [])).toEqual([]);
  });
});
