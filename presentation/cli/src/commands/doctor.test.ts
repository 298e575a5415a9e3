import { expect, test } from 'vitest';
import { HostDouble, loggia, temporaryDirectory } from '../host-double.testkit.ts';

const diagnosing = (...findings: object[]) => ({ 'x-loggia/diagnose': () => ({ findings }) });

test('L2: doctor says what is well and what is not, in words', async () => {
  const host = await HostDouble.start(
    diagnosing(
      { server: 'files', level: 'ok', problem: 'Ready with 3 tools.' },
      { level: 'note', problem: 'Servers can’t be sandboxed here.', advice: 'Install bubblewrap.' },
      { server: 'slow', level: 'warning', problem: 'It took 20 s to start.', advice: 'Install it once.' },
      { server: 'bad', level: 'error', problem: 'No such command.\u001b[2J', advice: 'Correct the command.' },
    ),
  );
  const ran = await loggia(['doctor'], { data: host.data });
  expect(ran).toEqual({
    exitCode: 1,
    out: `✓ ok  Node 20.20.0 is supported.
✓ ok  Loggia 9.9.9 runs at ${host.http} (process ${process.pid}) and is healthy.
✓ ok  files: Ready with 3 tools.
· note  Servers can’t be sandboxed here.
    Install bubblewrap.
! warning  slow: It took 20 s to start.
    Install it once.
✗ error  bad: No such command.␛[2J
    Correct the command.
`,
    complaints: '',
  });
});

test('L2: doctor says what to type for what would help', async () => {
  const help = (kind: string, source?: string) => ({ kind, ...(source !== undefined && { source }) });
  const found = (server: string, remedy: object, advice?: string) => ({
    server,
    level: 'warning',
    problem: 'Hm.',
    remedy,
    ...(advice !== undefined && { advice }),
  });
  const host = await HostDouble.start(
    diagnosing(
      found('my files', help('signIn'), 'Sign in to it.'),
      found('a', help('readLog')),
      found('b', help('start')),
      found('c', help('restart')),
      found('d', help('trust', 'file:///w')),
      found('e', help('addServer')),
      found('f', help('something newer'), 'Do it.'),
    ),
  );
  const { out } = await loggia(['doctor'], { data: host.data });
  expect(out.split('\n').filter((line) => line.startsWith('    '))).toEqual([
    `    Sign in to it. Run "loggia servers login 'my files'".`,
    '    Run "loggia servers logs a".',
    '    Run "loggia servers start b".',
    '    Run "loggia servers restart c".',
    '    Run "loggia trust add file:///w".',
    '    Run "loggia servers add".',
    '    Do it.',
  ]);
});

test('L2: doctor is content with warnings, and asks about one server only where told', async () => {
  const host = await HostDouble.start(diagnosing({ level: 'warning', problem: 'Hm.' }));
  expect(await loggia(['doctor', 'files', '--session', 'ahp-session:/1'], { data: host.data })).toMatchObject(
    {
      exitCode: 0,
    },
  );
  expect(host.commands).toEqual([['x-loggia/diagnose', { server: 'files', session: 'ahp-session:/1' }]]);
});

test('L2: doctor without a host says so among its findings', async () => {
  const ran = await loggia(['doctor', '--json'], { data: temporaryDirectory(), nodeVersion: '18.1.0' });
  expect(ran.exitCode).toBe(3);
  expect(JSON.parse(ran.out)).toEqual({
    findings: [
      { level: 'error', problem: 'Node 18.1.0 is too old.', advice: 'Install Node 20.19 or newer.' },
      {
        level: 'error',
        problem: expect.stringMatching(/^No host is running in .*\.$/),
        advice: 'Start one with "loggia serve", or name another with --data or --url.',
      },
    ],
  });
});

test('L5: doctor tells what it found where the host cannot answer', async () => {
  const host = await HostDouble.start();
  const ran = await loggia(['doctor'], { data: host.data });
  expect(ran).toMatchObject({ exitCode: 1, complaints: '' });
  expect(ran.out).toContain('and is healthy.');
  expect(ran.out).toContain(
    '✗ error  This host is older than this command and cannot do that.\n    Update it.',
  );
});

test('L2: doctor tells a host that is not well', async () => {
  const host = await HostDouble.start(diagnosing());
  host.health = { status: 503, body: { status: 'failing', version: '9.9.9', reason: 'The disk is full.' } };
  const ran = await loggia(['doctor'], { data: host.data });
  expect(ran).toMatchObject({
    exitCode: 1,
    out: expect.stringContaining('but reports a problem: The disk is full.'),
  });
});
