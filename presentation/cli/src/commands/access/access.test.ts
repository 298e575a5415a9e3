import { expect, test } from 'vitest';
import { HostDouble, loggia } from '../../host-double.testkit.ts';

const ticket = 'A'.repeat(32);
const expiresAt = '2026-01-02T12:05:00.000Z';
const terminal = (out: string[]) => ({
  write: (text: string) => void out.push(text),
  isTerminal: true,
  columns: 80,
});

async function hostWithTickets(): Promise<HostDouble> {
  const host = await HostDouble.start();
  host.serve = (request, response) => {
    const isAllowed = request.headers.authorization === `Bearer ${host.token}`;
    response.writeHead(isAllowed && request.url === '/ticket' ? 200 : 403);
    response.end(JSON.stringify({ ticket, expiresAt }));
  };
  return host;
}

/** A machine with a screen, whose browser is there or isn't. */
function screen(data: string, hasProgram: boolean) {
  const launched: string[] = [];
  const launch = async (_command: string, args: readonly string[]) => {
    launched.push(...args);
    return hasProgram;
  };
  return { world: { env: { LOGGIA_DATA: data, DISPLAY: ':0' }, launch }, launched };
}

test('SE9: a browser is opened, and only a terminal shows the address', async () => {
  const host = await hostWithTickets();
  const address = `${host.http}/#ticket=${ticket}`;
  const { world, launched } = screen(host.data, true);
  expect(await loggia(['open'], world)).toEqual({
    exitCode: 0,
    out: 'Opened Loggia in the browser.\n',
    complaints: '',
  });
  const out: string[] = [];
  expect(await loggia(['open'], { ...world, out: terminal(out) })).toMatchObject({ exitCode: 0 });
  expect(out.join('')).toBe(`${address}\n`);
  expect(launched).toEqual([address, address]);
});

test('SE9: without a browser, the address is printed only where somebody asked for it', async () => {
  const host = await hostWithTickets();
  const address = `${host.http}/#ticket=${ticket}`;
  for (const world of [{ data: host.data }, screen(host.data, false).world]) {
    const ran = await loggia(['open'], world);
    expect(ran).toEqual({
      exitCode: 1,
      out: '',
      complaints: expect.stringContaining('"loggia open --no-open" prints an address'),
    });
    expect(ran.complaints).not.toContain(ticket);
    const json = await loggia(['open', '--json'], world);
    expect(JSON.parse(json.out)).toEqual({ address, expiresAt, opened: false });
  }
  const { world, launched } = screen(host.data, true);
  expect(await loggia(['open', '--no-open'], world)).toEqual({
    exitCode: 0,
    out: `${address}\n`,
    complaints: '',
  });
  expect(launched).toEqual([]);
});

test.each([
  ['open now', 'Unexpected argument "now". Write loggia open.'],
  ['open --nope', 'There is no option "--nope". "loggia open --help" lists them all.'],
  ['browsers', 'Choose what to do with browsers: list, revoke.'],
  ['browsers lst', 'There is no command "loggia browsers lst". Did you mean "loggia browsers list"?'],
  ['browsers revoke', 'ID is missing. Write loggia browsers revoke ID.'],
  ['token', 'Choose what to do with token: rotate.'],
  ['token rotate all --yes', 'Unexpected argument "all". Write loggia token rotate.'],
])('L2: "loggia %s" is a mistake that is named, with exit code 2', async (line, message) => {
  const ran = await loggia(line.split(' '));
  expect(ran).toEqual({ exitCode: 2, out: '', complaints: `loggia: ${message}\n` });
});

test('SE9: the token is replaced only after a yes', async () => {
  const host = await HostDouble.start({ 'x-loggia/rotateToken': () => ({}) });
  const questions: string[] = [];
  const answering = (answer: string) => ({
    data: host.data,
    ask: async (question: string) => {
      questions.push(question);
      return answer;
    },
  });
  expect(await loggia(['token', 'rotate'], answering(''))).toEqual({
    exitCode: 1,
    out: '',
    complaints: 'loggia: The token was not replaced.\n',
  });
  expect(host.commands).toEqual([]);
  expect(await loggia(['token', 'rotate'], answering('y'))).toMatchObject({ exitCode: 0 });
  expect(host.commands).toEqual([['x-loggia/rotateToken', {}]]);
  expect(questions[0]).toContain('Every browser is signed out');
});
