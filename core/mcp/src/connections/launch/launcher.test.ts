import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { Launcher, type LauncherPorts } from './launcher.ts';

function open(ports: Partial<LauncherPorts> = {}): Launcher {
  const launcher = new Launcher({ report: () => {}, ...ports });
  onTestFinished(() => launcher.stop());
  return launcher;
}

/** The first line of a command's output. */
async function firstLine(launcher: Launcher, command: string, ...args: string[]): Promise<string> {
  const launched = await launcher.launch({ kind: 'stdio', command, args, env: {} });
  const [line] = (await once(createInterface({ input: launched.process.stdout }), 'line')) as [string];
  await launched.end(1000);
  return line;
}

it('B4: servers run with the umask that they are given, and the host keeps its own', async () => {
  const own = process.umask(0o077);
  onTestFinished(() => void process.umask(own));
  expect(await firstLine(open({ umask: 0o027 }), 'sh', '-c', 'umask')).toBe('0027');
  expect(process.umask(0o077)).toBe(0o077);
  expect(await firstLine(open(), 'sh', '-c', 'umask')).toBe('0077');
});

it('B5: finds a program on the PATH of the definition', async () => {
  const launched = open().launch({ kind: 'stdio', command: 'sh', args: [], env: { PATH: '/nowhere' } });
  await expect(launched).rejects.toThrow('There is no program "sh" on the PATH.');
});

it('B5: a file that may not be run is named', async () => {
  const launched = open().launch({ kind: 'stdio', command: '/etc/passwd', args: [], env: {} });
  await expect(launched).rejects.toThrow('The program "/etc/passwd" may not be run.');
});
