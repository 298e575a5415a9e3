import { lastWords } from './last-words.ts';
import type { ServerLog } from './server-log.ts';
import { StartFailure } from './start-failure.ts';

interface SlowStart {
  readonly withinMs: number;
  /** The position of the server's log when the attempt started. */
  readonly position: number;
  /** A server that has been up once is retried. */
  readonly wasUp: boolean;
}

export function tooSlow(log: ServerLog, start: SlowStart): StartFailure {
  const seconds = Math.round(start.withinMs / 100) / 10;
  return failure(
    log,
    start,
    `The server was not ready within ${seconds} seconds. Start it again, or give it longer with "startWithinSeconds" (--start-within).`,
  );
}

export function stalledInstallation(log: ServerLog, start: SlowStart): StartFailure {
  const minutes = Math.round(start.withinMs / 60_000);
  return failure(
    log,
    start,
    `The installation did nothing for ${minutes} minutes, so it was stopped. Check the network, then start the server again.`,
  );
}

function failure(log: ServerLog, { position, wasUp }: SlowStart, reason: string): StartFailure {
  const heard = log.read({ after: position }).entries.filter((entry) => entry.from === 'stderr');
  const words = lastWords(heard.map((entry) => entry.text));
  const said = words === undefined ? '' : ` Its last output: ${words.text}`;
  return new StartFailure(`${reason}${said}`, { lasting: !wasUp });
}
