import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

function collect(isTTY: boolean) {
  const lines: string[] = [];
  return { lines, stream: { isTTY, write: (line: string) => void lines.push(line) } };
}

test('L1: the log is JSON, one object a line, from the level that was asked for', () => {
  const { lines, stream } = collect(false);
  const logger = createLogger('warn', stream);
  logger.info('not this');
  logger.warn({ port: 1 }, 'but this');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      level: 40,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      port: 1,
      msg: 'but this',
    },
  ]);
});

test('L1: a terminal gets lines to read, and the stack of an error below', () => {
  const { lines, stream } = collect(true);
  const logger = createLogger('debug', stream);
  logger.debug({ port: 1, of: { many: [2] } }, 'Listening.');
  logger.error({ err: new Error('oh') }, 'That failed.');
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d debug Listening\. port=1 of=\{"many":\[2\]\}\n$/);
  expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d error That failed\.\n {2}Error: oh\n {6}at /);
});

test('L5: no secret gets into the log, wherever it stands', () => {
  const { lines, stream } = collect(false);
  const logger = createLogger('info', stream);
  const token = 's3cr"et\\-_token';
  const shown = 'sEcret-_1';
  logger.info({ token, deep: { down: [{ headers: { Authorization: `Bearer ${token}` } }] } }, 'kept');
  logger.info(`GET /ahp?token=${shown}&tkn=${shown} and http://x/#token=${shown}`);
  logger.error({ err: new Error(`Authorization: bearer ${shown}`) }, 'kept');
  const text = lines.join('');
  expect(text).not.toMatch(/s3cr|sEcret/);
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'kept',
    'GET /ahp?token=[secret]&tkn=[secret] and http://x/#token=[secret]',
    'kept',
  ]);
});
