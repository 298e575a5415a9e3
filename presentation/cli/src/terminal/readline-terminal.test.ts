import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readlineTerminal } from './readline-terminal.ts';

function typing(editor?: string) {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = '';
  output.setEncoding('utf8').on('data', (text: string) => (shown += text));
  return { input, shown: () => shown, terminal: readlineTerminal({ input, output, editor }) };
}

test('L2: lines that are pasted are one message', async () => {
  const { input, terminal, shown } = typing();
  const asked = terminal.ask({ text: '> ', takes: 'message' });
  input.write('one\ntwo\n');
  expect(await asked).toEqual({ kind: 'line', text: 'one\ntwo' });
  expect(shown()).toContain('> ');
});

test('A7: what was typed before a question was there does not answer it', async () => {
  const { input, terminal } = typing();
  input.write('1\n');
  const asked = terminal.ask({ text: 'Your choice: ', takes: 'answer' });
  // Longer than what was typed ahead is passed over for.
  await sleep(150);
  input.write('2\n');
  expect(await asked).toEqual({ kind: 'line', text: '2' });
});

test('L2: a question that is taken back, or meets the end of the input, ends', async () => {
  const { input, terminal } = typing();
  const withdrawal = new AbortController();
  const asked = terminal.ask({ text: '? ', takes: 'answer', signal: withdrawal.signal });
  withdrawal.abort();
  expect(await asked).toEqual({ kind: 'withdrawn' });
  expect(await terminal.ask({ text: '? ', takes: 'answer', signal: withdrawal.signal })).toEqual({
    kind: 'withdrawn',
  });
  const last = terminal.ask({ text: '? ', takes: 'message' });
  input.end();
  expect(await last).toEqual({ kind: 'ended' });
});

test('L2: the editor changes a file that only its user can read; one that fails changes nothing', async () => {
  const script = `const f=process.argv.at(-1),fs=require('fs');fs.writeFileSync(f,fs.readFileSync(f,'utf8')+(fs.statSync(f).mode&0o777).toString(8))`;
  // The command is split at spaces, as $EDITOR is, so the script has none.
  const editor = `${process.execPath} -e ${script.replaceAll(' ', '\t').replaceAll('\t', '/**/')}`;
  expect(await typing(editor).terminal.edit('a')).toBe('a600');
  expect(await typing(`${process.execPath} -e process.exit(1)`).terminal.edit('a')).toBeUndefined();
  expect(await typing('no-such-editor').terminal.edit('a')).toBeUndefined();
  expect(await typing().terminal.edit('a')).toBeUndefined();
});
