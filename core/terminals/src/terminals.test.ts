import { mkdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { retainedOutput } from '@loggia/protocol';
import { describe, expect, test, vi } from 'vitest';
import { outputLimits } from './paced-output.ts';
import { claim, patiently, TerminalRig } from './terminal-rig.testkit.ts';

const withinMs = 120_000;
const uri = 'ahp-terminal:/t';

/** Pseudo-terminals of another kind; the shell there isn't `sh`. */
describe.skipIf(process.platform === 'win32')('a terminal', { timeout: withinMs }, () => {
  test('TM1: it runs a shell in a real terminal, in the folder of its session, without secrets', async () => {
    vi.stubEnv('LOGGIA_SECRET', 'hidden');
    const rig = await TerminalRig.open();
    await rig.create(uri, { cols: 91, rows: 17 });
    await rig.type('stty size; pwd; test -t 0 && echo "a t""ty"; echo "[$LOGGIA_SECRET]" $TERM\r');
    await rig.shows(`17 91\r\n${rig.folder}\r\na tty\r\n[] xterm-256color\r\n`);
    vi.unstubAllEnvs();
    const { cwd, cols, rows, isPty, title } = await rig.state();
    expect({ cwd, cols, rows, isPty, title }).toEqual({
      cwd: rig.uri,
      cols: 91,
      rows: 17,
      isPty: true,
      title: 'sh',
    });
    expect(await rig.listed()).toEqual([
      { resource: uri, title: 'sh', claim, lifecycle: { status: 'running' } },
    ]);
  });

  test('TM1: a folder outside those of the session is refused, also behind a link', async () => {
    const rig = await TerminalRig.open();
    await mkdir(path.join(rig.folder, 'inside'));
    await symlink(tmpdir(), path.join(rig.folder, 'out'));
    await expect(rig.create(uri, { cwd: pathToFileURL(tmpdir()).href })).rejects.toThrow(
      /outside the folders/,
    );
    await expect(rig.create(uri, { cwd: `${rig.uri}/out` })).rejects.toThrow(/outside the folders/);
    await expect(rig.create(uri, { cwd: `${rig.uri}/inside/../..` })).rejects.toThrow(/outside the folders/);
    expect(await rig.listed()).toBeUndefined();
    await rig.create(uri, { cwd: `${rig.uri}/inside` });
    await rig.type('pwd\r');
    await rig.shows(`${rig.folder}/inside`);
  });

  test('TM1: a second terminal does not hold the first one open', async () => {
    const rig = await TerminalRig.open();
    await rig.create();
    await rig.create('ahp-terminal:/u');
    await rig.type('ls -l /proc/self/fd | grep -c ptmx; echo "coun""ted"\r', 'ahp-terminal:/u');
    await rig.shows('counted', 'ahp-terminal:/u');
    expect(await rig.text('ahp-terminal:/u')).not.toMatch(/^[1-9]\r\ncounted/m);
  });

  test('TM3: its exit code is told, and its output stays', async () => {
    const rig = await TerminalRig.open();
    await rig.create();
    await rig.type('echo "by""e"; exit 3\r');
    expect((await rig.ends()).lifecycle).toEqual({ status: 'exited', exitCode: 3 });
    expect(await rig.text()).toContain('bye\r\n');
    await vi.waitFor(async () => {
      expect((await rig.listed())?.[0]?.lifecycle).toEqual({ status: 'exited', exitCode: 3 });
    }, patiently);
    await expect(rig.type('x')).rejects.toThrow(/has ended/);
  });

  test('TM3: a shell that ends by a signal has no exit code', async () => {
    const rig = await TerminalRig.open();
    await rig.create();
    await rig.type('kill -KILL $$\r');
    expect((await rig.ends()).lifecycle).toEqual({ status: 'exited' });
  });

  test('TM3: terminals of an earlier host have ended, and their output can be read', async () => {
    const rig = await TerminalRig.open();
    await rig.create();
    await rig.type('echo "ear""lier"\r');
    await rig.shows('earlier');
    const [old, running] = [rig.kernel, rig.terminals];
    await old.settled();
    await rig.restart();
    expect((await rig.state()).lifecycle).toEqual({ status: 'exited' });
    expect(await rig.text()).toContain('earlier\r\n');
    expect((await rig.listed())?.[0]?.lifecycle).toEqual({ status: 'exited' });
    await running.stop();
  });

  test('TM3: it ends with its session, which takes it along', async () => {
    const rig = await TerminalRig.open();
    await rig.create();
    await rig.type('echo "pid"=$$.\r');
    await rig.shows(/pid=\d+\./);
    const pid = Number(/pid=(\d+)\./.exec(await rig.text())?.[1]);
    rig.kernel.remove(claim.session);
    await vi.waitFor(async () => expect(await rig.listed()).toEqual([]), patiently);
    expect(await rig.kernel.exists(uri)).toBe(false);
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/), patiently);
    await expect(rig.create()).rejects.toThrow(/no session/);
  });

  test('TM3: a shell that ignores the hangup is killed when its terminal is disposed of', async () => {
    const rig = await TerminalRig.open();
    await rig.create();
    await rig.type("trap '' HUP; echo pid=$$.\r");
    await rig.shows(/pid=\d+\./);
    const pid = Number(/pid=(\d+)\./.exec(await rig.text())?.[1]);
    await rig.terminals.dispose(uri);
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/), patiently);
    expect([await rig.listed(), await rig.kernel.exists(uri)]).toEqual([[], false]);
    await expect(rig.terminals.dispose(uri)).rejects.toThrow(/no terminal/);
  });

  test('TM4: 20 MB of output leave a bounded state and log, and the program runs to its end', async () => {
    const rig = await TerminalRig.open();
    await rig.create();
    const entries = await rig.entries();
    await rig.type(
      "yes 0123456789abcdefghijklmnopqrstuvwxyz | head -c 20000000; echo; echo 'en''d'; exit 0\r",
    );
    expect((await rig.ends()).lifecycle).toEqual({ status: 'exited', exitCode: 0 });
    const text = await rig.text();
    expect(text.length).toBeLessThanOrEqual(2 * retainedOutput);
    expect(text).toMatch(/end\r\n/);
    expect(Math.max(...entries.map(({ json }) => json.length))).toBeLessThan(4 * outputLimits.burst);
    expect(entries.some(({ json }) => json.includes('of output left out'))).toBe(true);
    // Clients from before the end are given the state instead of the log.
    expect(await rig.kernel.replay(entries[0]?.seq ?? 0, [uri])).toBeUndefined();
  });

  test('TM4: nothing of a program’s last output is lost, however fast it writes and ends', async () => {
    const rig = await TerminalRig.open();
    await rig.create();
    await rig.type("stty -echo; head -c 3000000 /dev/zero | tr '\\0' x; echo; echo last; exit 0\r");
    await rig.ends();
    expect((await rig.text()).slice(-6)).toBe('last\r\n');
  });

  test('TM8: output is told while the disk is busy, and stored after it', async () => {
    const rig = await TerminalRig.open();
    await rig.create();
    // The first output reserves numbers.
    await rig.type('echo "rea""dy"\r');
    await rig.shows('ready');
    await rig.kernel.settled();
    const entries = await rig.entries();
    rig.store.hold();
    await rig.type('echo "to""ld"\r');
    await vi.waitFor(() => expect(entries.map(({ json }) => json).join('')).toContain('told'), patiently);
    rig.store.release();
    await rig.kernel.settled();
    const running = rig.terminals;
    await rig.restart();
    expect(await rig.text()).toContain('told');
    await running.stop();
  });

  test('TM9: a command runs in a terminal of its call, and its end and output are told', async () => {
    const rig = await TerminalRig.open();
    const owned = { ...claim, turnId: 't', toolCallId: 'call' };
    const command = 'pwd; printf "\\033[31mred\\033[0m"; exit 3';
    const opened = vi.fn<() => void>();
    const wanted = { channel: uri, claim: owned, command, opened };
    const ended = await rig.terminals.run(wanted, new AbortController().signal);
    expect(ended).toEqual({ exitCode: 3, output: `${rig.folder}\nred` });
    expect(opened).toHaveBeenCalledOnce();
    expect(await rig.listed()).toMatchObject([{ resource: uri, title: command, claim: owned }]);
  });

  test('TM9: a command ends when its turn is cancelled, also before it has started', async () => {
    const rig = await TerminalRig.open();
    const turn = new AbortController();
    const opened = (): void => turn.abort();
    const wanted = { channel: uri, claim, command: 'sleep 1000', opened };
    expect(await rig.terminals.run(wanted, turn.signal)).toEqual({ output: '' });
    const late = { ...wanted, channel: 'ahp-terminal:/late' };
    expect(await rig.terminals.run(late, turn.signal)).toEqual({ output: '' });
  });

  test('TM9: a session without a folder runs no commands', async () => {
    const rig = await TerminalRig.open();
    const session = 'ahp-session:/bare';
    rig.kernel.create(session, 'session', { chats: [{ resource: claim.chat }] });
    await rig.kernel.settled();
    const wanted = { channel: uri, claim: { ...claim, session }, command: 'true', opened: () => {} };
    await expect(rig.terminals.run(wanted, new AbortController().signal)).rejects.toThrow(/has no folder/);
    expect(await rig.listed()).toBeUndefined();
  });

  test('TM10: a terminal of a client runs a program with variables of its own, and is gone after a restart', async () => {
    const rig = await TerminalRig.open();
    const owned = { kind: 'client' as const, clientId: 'c' };
    const args = ['-c', 'pwd; echo $WORD; read answer; exit $answer'];
    const wanted = {
      ...{ channel: uri, claim: owned, command: { program: '/bin/sh', args } },
      ...{ name: 'Sign in', env: { WORD: 'own' } },
    };
    const program = await rig.terminals.launch(wanted);
    await expect(rig.terminals.launch(wanted)).rejects.toThrow(/exists already/);
    await rig.shows('own');
    await rig.type('7\r');
    await program.exited;
    expect(await program.read()).toEqual({ exitCode: 7, output: `${rig.folder}\nown\n7\n` });
    expect(await rig.listed()).toMatchObject([{ resource: uri, title: 'Sign in', claim: owned }]);
    await rig.kernel.settled();
    await rig.restart();
    expect(await rig.listed()).toEqual([]);
    await expect(rig.state()).rejects.toThrow(/no channel/);
  });

  test('TM5: input is not logged', async () => {
    const rig = await TerminalRig.open();
    await rig.create();
    await rig.type('stty -echo; echo "rea""dy"; read secret; echo "th""anks"\r');
    await rig.shows('ready');
    const entries = await rig.entries();
    await rig.type('hunter2\r');
    await rig.shows('thanks');
    expect(entries.map(({ json }) => json).join('\n')).not.toContain('hunter2');
    expect(entries.map(({ action }) => action.type)).not.toContain('terminal/input');
  });

  test('TM6: titles and folders that the program announces are followed', async () => {
    const rig = await TerminalRig.open();
    await rig.create(uri, { name: 'Build' });
    expect((await rig.state()).title).toBe('Build');
    await rig.type(
      String.raw`printf '\033]0;one\007\033]2;t\033[2w\007\033]2;two\033\\\033]7;file:///a%%20b\007'` + '\r',
    );
    await vi.waitFor(async () => {
      const { title, cwd } = await rig.state();
      expect({ title, cwd }).toEqual({ title: 'two', cwd: 'file:///a%20b' });
      expect((await rig.listed())?.[0]?.title).toBe('two');
    }, patiently);
  });

  test('TM7: bad sizes, claims and names are refused', async () => {
    const rig = await TerminalRig.open();
    await expect(rig.create(uri, { cols: 0 })).rejects.toThrow(/whole numbers/);
    await expect(rig.create('x:/t')).rejects.toThrow(/begins with/);
    await expect(rig.create(uri, { claim: { kind: 'client', clientId: 'c' } })).rejects.toThrow(
      /belong to sessions/,
    );
    await expect(rig.create(uri, { claim: { ...claim, chat: 'ahp-chat:/x' } })).rejects.toThrow(
      /isn't a chat/,
    );
    await rig.create();
    await expect(rig.create()).rejects.toThrow(/exists already/);
    await expect(rig.act({ type: 'terminal/resized', cols: 1.5, rows: 3 })).rejects.toThrow(/whole numbers/);
    await expect(rig.act({ type: 'terminal/claimed', claim })).rejects.toThrow(/stays with its session/);
    await expect(rig.act({ type: 'terminal/titleChanged', title: '\u0007' })).rejects.toThrow(/1 to 256/);
    await rig.act({ type: 'terminal/resized', cols: 100, rows: 30 });
    await rig.act({ type: 'terminal/titleChanged', title: 'Mine' });
    await rig.type('stty size\r');
    await rig.shows('30 100');
    await rig.act({ type: 'terminal/cleared' });
    expect(await rig.state()).toMatchObject({ title: 'Mine', cols: 100, content: [] });
  });
});
