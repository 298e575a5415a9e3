import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import {
  reducerFor,
  wireShapes,
  type ChannelScheme,
  type ChannelState,
  type StateAction,
} from '@loggia/protocol';

interface ReducerCase {
  readonly description: string;
  readonly reducer: string;
  readonly initial: unknown;
  readonly actions: readonly unknown[];
  readonly expected: unknown;
}

interface RoundTripCase {
  readonly name: string;
  readonly type: string;
  readonly input: unknown;
  readonly acceptableOutputs: readonly unknown[];
  readonly preservedOutput?: unknown;
}

/** A case passes if it returns nothing; otherwise it describes the difference. */
type Outcome = string | undefined;

const kinds: ReadonlySet<string> = new Set<ChannelScheme>([
  'root',
  'session',
  'chat',
  'annotations',
  'terminal',
  'changeset',
  'resourceWatch',
]);

/** The corpus writes "absent" as null. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, entry]) => entry !== null && entry !== undefined);
  return Object.fromEntries(kept.map(([key, entry]) => [key, withoutNulls(entry)]));
}

function differs(actual: unknown, expected: unknown): Outcome {
  if (isDeepStrictEqual(actual, expected)) return undefined;
  return `expected ${JSON.stringify(expected)}\n       but got  ${JSON.stringify(actual)}`;
}

function runReducer(fixture: ReducerCase): Outcome {
  if (!kinds.has(fixture.reducer)) return `there is no reducer "${fixture.reducer}"`;
  const reduce = reducerFor(fixture.reducer as ChannelScheme);
  const initial = withoutNulls(fixture.initial) as ChannelState;
  const actions = withoutNulls(fixture.actions) as StateAction[];
  const folded = actions.reduce((state, action) => reduce(state, action), initial);
  return differs(withoutNulls(folded), withoutNulls(fixture.expected));
}

function runRoundTrip(fixture: RoundTripCase): Outcome {
  const schema = wireShapes[fixture.type];
  // A shape that the host doesn't model is passed through as opaque JSON.
  const parsed = schema ? schema.safeParse(fixture.input) : { success: true as const, data: fixture.input };
  if (!parsed.success) return `does not decode as ${fixture.type}: ${parsed.error.message}`;
  const encoded: unknown = JSON.parse(JSON.stringify(parsed.data));
  return differs(encoded, fixture.preservedOutput ?? fixture.acceptableOutputs[0]);
}

function casesIn(folder: string): { file: string; fixture: unknown }[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => ({
      file: name,
      fixture: JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown,
    }));
}

function attempt(run: () => Outcome): Outcome {
  try {
    return run();
  } catch (error) {
    return `threw ${String(error)}`;
  }
}

export function conformance(fixtures: string): { passed: number; failures: string[] } {
  const reducers = casesIn(join(fixtures, 'reducers')).map(({ file, fixture }) => ({
    name: `reducers/${file}`,
    outcome: attempt(() => runReducer(fixture as ReducerCase)),
  }));
  const roundTrips = casesIn(join(fixtures, 'round-trips')).map(({ file, fixture }) => ({
    name: `round-trips/${file}`,
    outcome: attempt(() => runRoundTrip(fixture as RoundTripCase)),
  }));
  const all = [...reducers, ...roundTrips];
  const failures = all.flatMap(({ name, outcome }) => (outcome === undefined ? [] : [`${name}: ${outcome}`]));
  return { passed: all.length - failures.length, failures };
}

function main(): void {
  const { values } = parseArgs({ options: { fixtures: { type: 'string' } } });
  if (!values.fixtures) {
    console.error('Say where the AHP test cases are: npm run conformance -- --fixtures DIR');
    process.exitCode = 2;
    return;
  }
  const { passed, failures } = conformance(values.fixtures);
  for (const failure of failures) console.log(`FAILED ${failure}`);
  console.log(`${passed} passed, ${failures.length} failed`);
  if (passed + failures.length === 0) console.error(`There are no test cases under ${values.fixtures}.`);
  process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
}

if (process.argv[1]?.endsWith('conformance.js')) main();
