import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../src/registration.ts';
import { factsOf } from './facts.ts';
import { problemsToShow, registrationOf, valuesOf } from './form-values.ts';
import { entriesOf, withEntries, type LogEntry } from './logs.ts';
import { parametersOf } from './parameters.ts';
import { createPolling } from './polling.ts';
import { isUncommitted, summaryOf, statusIn, type Report, type Status } from './status.ts';

const registration = { name: 'files', settings: { type: 'stdio' as const, command: 'npx', args: ['a'] } };
const server: Report = {
  id: 'x',
  name: 'my files',
  transport: { kind: 'stdio', command: 'npx', args: ['a'] },
  state: { kind: 'ready' },
};
const status: Status = {
  artifact: { revision: 1, state: 'committed', version: 1, title: 'Files' },
  draft: registration,
  permission: 'granted',
  committed: registration,
  server,
};
const inState = (state: Report['state']): Status => ({ ...status, server: { ...server, state } });
const { server: _server, ...withoutServer } = status;

describe('how a server is', () => {
  it.each<[Status, string, readonly string[]]>([
    [status, 'Ready', ['restart', 'stop']],
    [inState({ kind: 'starting' }), 'Starting', ['stop']],
    [inState({ kind: 'stopped' }), 'Stopped', ['start']],
    [inState({ kind: 'error', error: { message: 'It crashed.' } }), 'Failed', ['restart', 'stop']],
    [inState({ kind: 'authRequired', reason: 'expired' }), 'Sign-in expired', ['restart']],
    [inState({ kind: 'authRequired', reason: 'insufficientScope' }), 'Needs more access', ['restart']],
    [inState({ kind: 'hibernating' }), 'hibernating', ['restart']],
    [{ ...status, server: { ...server, enabled: false } }, 'Turned off', []],
    [{ ...status, server: { ...server, approval: { decision: 'waiting' } } }, 'Waiting for approval', []],
    [{ ...status, server: { ...server, approval: { decision: 'declined' } } }, 'Declined', []],
    [withoutServer, 'Not registered yet', []],
    [{ ...withoutServer, artifact: { ...status.artifact, version: 0 } }, 'Not registered', []],
    [{ ...withoutServer, taken: { name: 'files' } }, 'Name taken', []],
    [{ ...withoutServer, permission: 'missing', problem: 'Grant it.' }, 'Not permitted', []],
    [{ ...status, artifact: { ...status.artifact, state: 'archived' } }, 'Archived', []],
  ])('%#: is said in a word, with what can be done', (given, word, actions) => {
    expect([summaryOf(given).word, summaryOf(given).actions]).toEqual([word, actions]);
  });

  it('comes with why, and what to do', () => {
    expect(summaryOf(inState({ kind: 'error', error: { message: 'It crashed.' } })).advice).toBe(
      'It crashed.',
    );
    const advice = summaryOf(
      inState({ kind: 'authRequired', reason: 'required', requiredScopes: ['a', 'b'] }),
    ).advice;
    expect(advice).toBe(
      "Sign in where the host lists its servers, or run: loggia servers login 'my files'. It asks for: a, b.",
    );
  });

  it('is told apart from what is drafted, however keys are ordered', () => {
    const { name, settings } = registration;
    const { command, ...rest } = settings;
    expect(isUncommitted(status, { settings: { command, ...rest }, name })).toBe(false);
    expect(isUncommitted(status, { name, settings: { ...settings, args: ['b'] } })).toBe(true);
    expect(isUncommitted({ ...status, artifact: { ...status.artifact, state: 'draft' } }, registration)).toBe(
      true,
    );
    expect(
      isUncommitted({ ...status, artifact: { ...status.artifact, state: 'archived' } }, registration),
    ).toBe(false);
  });

  it('is refused where the answer is something else', () => {
    expect(() => statusIn({ artifact: {} })).toThrow('Open the artifact again.');
    expect(() => statusIn(undefined)).toThrow('Open the artifact again.');
  });

  it('is listed as far as it is known', () => {
    expect(factsOf(status)).toEqual([
      ['State', 'Ready'],
      ['Artifact', 'Version 1'],
      ['Command', 'npx a', 'mono'],
      ['Transport', 'Standard input and output'],
    ]);
  });
});

describe('the form', () => {
  const name = fc.stringMatching(/^[A-Z][A-Z_]{0,5}$/);
  const text = fc.stringMatching(/^[a-z/:.-]{1,10}$/);
  const settings = fc.oneof(
    fc.record(
      {
        type: fc.constant('stdio' as const),
        command: text,
        args: fc.array(text),
        cwd: text,
        env: fc.dictionary(name, fc.string(), { minKeys: 1 }),
        sandbox: fc.oneof(
          fc.boolean(),
          fc.record(
            {
              folders: fc.array(
                fc.record(
                  { path: text, access: fc.constantFrom('read' as const, 'write' as const) },
                  { requiredKeys: ['path'] },
                ),
              ),
              network: fc.constantFrom('none' as const, 'host' as const),
            },
            { requiredKeys: [] },
          ),
        ),
        isolation: fc.constantFrom('shared' as const, 'session' as const),
        startWithinSeconds: fc.integer({ min: 1, max: 3600 }),
        era: fc.constantFrom('auto' as const, 'legacy' as const),
      },
      { requiredKeys: ['type', 'command', 'args'] },
    ),
    fc.record(
      {
        type: fc.constantFrom('http' as const, 'sse' as const),
        url: text,
        headers: fc.dictionary(name, fc.string(), { minKeys: 1 }),
        sampling: fc.constantFrom('ask' as const, 'deny' as const),
        oauth: fc.record({ clientId: text }),
      },
      { requiredKeys: ['type', 'url'] },
    ),
  );

  it('gives back what it was shown, also what it has no field for', () => {
    fc.assert(
      fc.property(settings, (given) => {
        const draft = { name: 'a', settings: given };
        expect(registrationOf(valuesOf(draft))).toEqual(draft);
      }),
    );
  });

  it('SE14: a sandbox is turned on, given folders and the network, and turned off', () => {
    const values = valuesOf({ name: 'a', settings: { command: 'npx', sandbox: { folders: [] } } });
    const sandboxFrom = (change: object) => registrationOf({ ...values, ...change }).settings.sandbox;
    expect(sandboxFrom({})).toEqual({ folders: [] });
    expect(sandboxFrom({ reads: '/a\n\n /b ', writes: '/c', network: true })).toEqual({
      folders: [
        { path: '/a', access: 'read' },
        { path: '/b', access: 'read' },
        { path: '/c', access: 'write' },
      ],
      network: 'host',
    });
    expect(sandboxFrom({ network: true })).toEqual({ network: 'host' });
    expect(sandboxFrom({ sandbox: 'off' })).toBe(false);
    expect(sandboxFrom({ sandbox: '' })).toBeUndefined();
    // A server at an address has no process to put into one.
    expect(sandboxFrom({ reach: 'address', url: 'https://a.example' })).toBeUndefined();
    const plain = valuesOf({ name: 'a', settings: { command: 'npx' } });
    expect(registrationOf({ ...plain, sandbox: 'on' }).settings.sandbox).toBe(true);
  });

  it('has nothing to complain of until an empty field was left, or something wrong is in it', () => {
    const shown = (draft: object, ...left: string[]) => {
      const values = valuesOf(draft as Readonly<Record<string, unknown>>);
      return problemsToShow(problemsOf(registrationOf(values)), values, new Set(left)).map(
        ({ field }) => field,
      );
    };
    expect(shown({})).toEqual([]);
    expect(shown({}, 'command')).toEqual(['command']);
    expect(shown({ name: 'a\nb', settings: { type: 'http', url: 'nowhere' } })).toEqual(['name', 'url']);
  });

  it('passes over rows that are not filled in, and numbers that are none', () => {
    const values = valuesOf({ name: ' a ', settings: { command: ' npx ' } });
    expect(
      registrationOf({
        ...values,
        env: [
          ['', 'x'],
          ['A', 'b'],
        ],
        startWithin: '-1',
        callWithin: 'soon',
        args: 'x\n\ny',
      }),
    ).toEqual({
      name: 'a',
      settings: { type: 'stdio', command: 'npx', args: ['x', 'y'], env: { A: 'b' } },
    });
    expect(valuesOf({ name: 5, settings: 'no' })).toMatchObject({ name: '', command: '', reach: 'command' });
  });
});

describe('the log', () => {
  const entry = (seq: number, level?: string, said = `line ${seq}`): LogEntry => ({
    seq,
    at: '',
    from: 'stderr',
    text: said,
    ...(level !== undefined && { level }),
  });

  it('has each line once, in order, and forgets the oldest', () => {
    const first = withEntries([], [entry(2), entry(1)]);
    expect(first.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(withEntries(first, [entry(1), entry(2)])).toBe(first);
    const many = withEntries(
      first,
      Array.from({ length: 3000 }, (_, at) => entry(at + 2)),
    );
    expect([many.length, many.at(-1)?.seq]).toEqual([2000, 3001]);
  });

  it('is filtered by level and by words', () => {
    const lines = [entry(1, 'debug'), entry(2), entry(3, 'warning', 'Slow call'), entry(4, 'critical')];
    const seqs = (level: 'all' | 'info' | 'warning' | 'error', words = '') =>
      entriesOf(lines, level, words).map(({ seq }) => seq);
    expect([seqs('all'), seqs('info'), seqs('warning'), seqs('error'), seqs('all', 'slow')]).toEqual([
      [1, 2, 3, 4],
      [2, 3, 4],
      [3, 4],
      [4],
      [3],
    ]);
  });
});

describe('parameters of a tool', () => {
  it('are read from its schema', () => {
    expect(
      parametersOf({
        properties: {
          path: { type: 'string', description: 'Where' },
          mode: { enum: ['a', 'b'] },
          many: { type: 'array', items: { type: 'number' } },
          either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          odd: 7,
        },
        required: ['path'],
      }),
    ).toEqual([
      { name: 'path', type: 'string', required: true, description: 'Where' },
      { name: 'mode', type: '"a" | "b"', required: false, description: '' },
      { name: 'many', type: 'list of number', required: false, description: '' },
      { name: 'either', type: 'string | null', required: false, description: '' },
      { name: 'odd', type: 'any', required: false, description: '' },
    ]);
  });

  it('are none where there is no schema, and whatever a server writes there breaks nothing', () => {
    expect([parametersOf(undefined), parametersOf({ properties: [] })]).toEqual([[], []]);
    fc.assert(
      fc.property(fc.anything(), (schema) => Array.isArray(parametersOf({ properties: { a: schema } }))),
    );
  });
});

describe('polling', () => {
  function bench() {
    const looks: { done: (pause: number) => void; fail: () => void }[] = [];
    let waiting: { run: () => void; milliseconds: number } | undefined;
    const polling = createPolling({
      look: () =>
        new Promise((resolve, reject) => {
          looks.push({ done: resolve, fail: () => reject(new Error('no')) });
        }),
      later: (run, milliseconds) => {
        waiting = { run, milliseconds };
        return () => {
          waiting = undefined;
        };
      },
    });
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    return { polling, looks, settle, waiting: () => waiting?.milliseconds, pass: () => waiting?.run() };
  }

  it('looks at once, then as often as it is told', async () => {
    const { polling, looks, settle, waiting, pass } = bench();
    polling.setActive(true);
    looks[0]?.done(5000);
    await settle();
    expect(waiting()).toBe(5000);
    pass();
    expect(looks).toHaveLength(2);
    looks[1]?.fail();
    await settle();
    expect(waiting()).toBe(10_000);
  });

  it('rests while nobody watches, even if a look is under way', async () => {
    const { polling, looks, settle, waiting } = bench();
    polling.now();
    expect(looks).toHaveLength(0);
    polling.setActive(true);
    polling.setActive(false);
    looks[0]?.done(1000);
    await settle();
    expect([looks.length, waiting()]).toEqual([1, undefined]);
  });

  it('looks again after the one under way when somebody asks', async () => {
    const { polling, looks, settle } = bench();
    polling.setActive(true);
    polling.now();
    polling.now();
    expect(looks).toHaveLength(1);
    looks[0]?.done(1000);
    await settle();
    expect(looks).toHaveLength(2);
  });
});
