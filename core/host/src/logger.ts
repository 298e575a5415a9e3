import { type Logger, pino } from 'pino';
import type { LogLevel } from './log-level.ts';

export type { Logger };

export interface LogStream {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

const hidden = '[secret]';

/**
 * Secrets are removed from the finished line, not from chosen fields: they can be deep in objects, in URLs and in error
 * messages.
 */
const secrets: readonly (readonly [RegExp, string])[] = [
  [
    /("(?:token|tkn|ticket|authorization|proxy-authorization|sec-websocket-protocol|cookie|set-cookie|password|secret)":)"(?:\\.|[^"\\])*"/gi,
    `$1"${hidden}"`,
  ],
  [/([?&#](?:token|tkn|ticket)=)[^&#\s"'\\]+/gi, `$1${hidden}`],
  [/(\bbearer(?: +|\.))[\w.~+/-]+=*/gi, `$1${hidden}`],
  // Browser keys and delegated tokens have recognizable prefixes; the address of linked content is a secret.
  [/\blg[bd]_[\w.-]+/g, hidden],
  [/(\/content\/)[\w-]{32}\b/g, `$1${hidden}`],
];

export function withoutSecrets(line: string): string {
  return secrets.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}

/** One JSON object per line; readable lines on a terminal. */
export function createLogger(level: LogLevel, stream: LogStream = process.stderr): Logger {
  const format = stream.isTTY === true ? readable : (line: string) => line;
  const tap: Tap = {};
  const logger = pino(
    { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    {
      write: (line: string) => {
        const safe = withoutSecrets(line);
        stream.write(format(safe));
        tap.heard?.(safe);
      },
    },
  );
  taps.set(logger, tap);
  return logger;
}

interface Tap {
  heard?: (line: string) => void;
}

const taps = new WeakMap<Logger, Tap>();

/** Calls the listener with each line of JSON, without secrets. For one listener; loggers of others are left alone. */
export function onLogLine(logger: Logger, heard: (line: string) => void): void {
  const tap = taps.get(logger);
  if (tap) tap.heard = heard;
}

const levels: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

export function levelName(level: number): string {
  return levels[level] ?? 'info';
}

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
