import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { addressedBy, conformance } from '@loggia/testing/protocol';
import { describe, expect, test } from 'vitest';
import { actionTable, stateActionSchema, type StateAction } from './actions.ts';
import type { ChannelScheme } from './channels/uris.ts';
import { reducerFor, type ChannelState } from './reducers.ts';
import { wireShapes } from './wire-shapes.ts';

interface ReducerCase {
  readonly description: string;
  readonly reducer: ChannelScheme;
  readonly initial: ChannelState;
  readonly actions: readonly StateAction[];
  readonly expected: ChannelState;
}

interface RoundTripCase {
  readonly name: string;
  readonly type: string;
  readonly input: unknown;
  readonly acceptableOutputs: readonly unknown[];
  readonly preservedOutput?: unknown;
}

const folder = new URL('../fixtures/', import.meta.url);

function read<Case>(kind: 'reducers' | 'round-trips'): { name: string; fixture: Case }[] {
  const from = new URL(`${kind}/`, folder);
  return readdirSync(from)
    .toSorted()
    .map((file) => ({
      name: file.replace(/\.json$/, ''),
      fixture: JSON.parse(readFileSync(new URL(file, from), 'utf8')) as Case,
    }));
}

const reducerCases = read<ReducerCase>('reducers');
const roundTripCases = read<RoundTripCase>('round-trips');

const stateShapes: Readonly<Record<ChannelScheme, string>> = {
  root: 'RootState',
  session: 'SessionState',
  chat: 'ChatState',
  annotations: 'AnnotationsState',
  terminal: 'TerminalState',
  changeset: 'ChangesetState',
  resourceWatch: 'ResourceWatchState',
};

/** Each state in turn, the first one included. */
function statesOf({ reducer, initial, actions }: ReducerCase): ChannelState[] {
  const reduce = reducerFor(reducer);
  const states = [initial];
  for (const action of actions) states.push(reduce(states.at(-1) ?? initial, action));
  return states;
}

describe('reducer fixtures', () => {
  test.each(reducerCases)('A2: $name', ({ fixture }) => {
    const shape = wireShapes[stateShapes[fixture.reducer]];
    for (const state of [fixture.initial, fixture.expected]) expect(shape?.parse(state)).toStrictEqual(state);
    for (const action of fixture.actions) expect(stateActionSchema.parse(action)).toStrictEqual(action);
    expect(statesOf(fixture).at(-1)).toStrictEqual(fixture.expected);
  });

  /** The number of occurrences of each action in all fixtures for which `tell` is true of the states around it. */
  function tally(tell: (before: ChannelState, after: ChannelState) => boolean): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { fixture } of reducerCases) {
      const states = statesOf(fixture);
      for (const [index, { type }] of fixture.actions.entries()) {
        const [before, after] = [states[index], states[index + 1]];
        if (before && after && tell(before, after)) counts.set(type, (counts.get(type) ?? 0) + 1);
      }
    }
    return counts;
  }

  test('A2: every action has a fixture in which it changes something', () => {
    // A change on disk is an event for watchers, and input goes to a process; neither leaves a trace in the state.
    const withoutEffect = ['terminal/input', 'resourceWatch/changed'];
    const effects = tally((before, after) => !isDeepStrictEqual(before, after));
    expect(Object.keys(actionTable).filter((type) => !effects.has(type))).toEqual(withoutEffect);
  });

  test('A2: every action that names something has a fixture in which it names nothing and changes nothing', () => {
    const refusals = tally((before, after) => before === after);
    expect(Object.keys(addressedBy).filter((type) => !refusals.has(type))).toEqual([]);
  });
});

describe('round-trip fixtures', () => {
  test.each(roundTripCases)('A2: $name', ({ name, fixture }) => {
    expect(fixture.name).toBe(name);
    const shape = wireShapes[fixture.type];
    if (!shape) throw new Error(`There is no shape "${fixture.type}".`);
    const encoded: unknown = JSON.parse(JSON.stringify(shape.parse(fixture.input)));
    expect(encoded).toStrictEqual(fixture.preservedOutput ?? fixture.acceptableOutputs[0]);
  });
});

test('A2: the conformance runner, which takes fixtures from anywhere, takes ours', () => {
  const total = reducerCases.length + roundTripCases.length;
  expect(total).toBeGreaterThan(100);
  expect(conformance(fileURLToPath(folder))).toEqual({ passed: total, failures: [] });
});
