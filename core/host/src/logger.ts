import { type Logger, pino } from 'pino';
import type { LogLevel } from './log-level.ts';

export type { Logger };

export interface LogStream {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

const hidden = '[secret]';

/**
 * Secrets are taken out of the finished line, not out of chosen fields: they also sit deep in objects, in URLs and in
 * the messages of errors.
 */
const secrets: readonly (readonly [RegExp, string])[] = [
  [
    /("(?:token|tkn|ticket|authorization|proxy-authorization|sec-websocket-protocol|cookie|set-cookie|password|secret)":)"(?:\\.|[^"\\])*"/gi,
    `$1"${hidden}"`,
  ],
  [/([?&#](?:token|tkn|ticket)=)[^&#\s"'\\]+/gi, `$1${hidden}`],
  [/(\bbearer(?: +|\.))[\w.~+/-]+=*/gi, `$1${hidden}`],
  // Keys of browsers and delegated tokens say themselves what they are; the address of linked content is a secret.
  [/\blg[bd]_[\w.-]+/g, hidden],
  [/(\/content\/)[\w-]{32}\b/g, `$1${hidden}`],
];

export function withoutSecrets(line: string): string {
  return secrets.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}

/** JSON, a line each; to a terminal, lines that people read. */
export function createLogger(level: LogLevel, stream: LogStream = process.stderr): Logger {
  const format = stream.isTTY === true ? readable : (line: string) => line;
  return pino(
    { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    { write: (line: string) => void stream.write(format(withoutSecrets(line))) },
  );
}

const levels: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** `12:03:04 warn  What happened. port=5644`, and below it the stack of an error. */
function readable(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const fields = Object.entries(rest).map(([name, value]) => ` ${name}=${fieldText(value)}`);
  const { stack, message } = (err ?? {}) as { stack?: string; message?: string };
  const below = stack ?? message;
  const clock = new Date(String(time)).toTimeString().slice(0, 8);
  const head = `${clock} ${(levels[Number(level)] ?? '').padEnd(5)} ${fieldText(msg ?? '')}${fields.join('')}`;
  return below === undefined ? `${head}\n` : `${head}\n${below.replaceAll(/^/gm, '  ')}\n`;
}

function fieldText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
