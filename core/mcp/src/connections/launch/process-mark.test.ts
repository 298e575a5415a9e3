import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { markedProcesses } from './marked-processes.ts';
import { isMarked, marking, markVariable, ProcessMarks, type ProcessMark } from './process-mark.ts';

it('SE13: a mark tells one server from another, and one host from another', () => {
  const [marks, others] = [new ProcessMarks(), new ProcessMarks()];
  const [first, second] = [marks.next(), marks.next()];
  const limitsOf = ({ id }: ProcessMark) =>
    `Max cpu time    unlimited  unlimited  seconds\nMax file locks            ${id}      ${id}      locks     \n`;
  const environOf = ({ id }: ProcessMark) => `PATH=/bin\0${markVariable}=${id}\0`;
  for (const [shows, textOf] of [
    ['limits', limitsOf],
    ['environ', environOf],
  ] as const) {
    expect(isMarked(textOf(first), { ...first, shows })).toBe(true);
    expect(isMarked(textOf(second), { ...first, shows })).toBe(false);
    expect(isMarked(textOf(others.next()), { ...first, shows })).toBe(false);
  }
  expect(limitsOf(second)).toMatch(new RegExp(marks.pattern, 'm'));
  expect(limitsOf(others.next())).not.toMatch(new RegExp(marks.pattern, 'm'));
});

it.each(['limits', 'environ'] as const)('SE13: a process with its mark in its %s is found', async (shows) => {
  const mark = { ...new ProcessMarks().next(), shows };
  const [program, ...args] = marking(mark, ['/bin/sleep', '60']);
  const child = spawn(program, args, { env: { [markVariable]: mark.id }, stdio: 'ignore', detached: true });
  await once(child, 'spawn');
  try {
    await expect.poll(() => markedProcesses(mark)).toEqual([{ pid: child.pid, group: child.pid }]);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  expect(await markedProcesses(mark)).toEqual([]);
});
