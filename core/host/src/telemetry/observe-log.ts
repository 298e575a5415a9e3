import { logSeverities, type LogSeverity } from '@loggia/protocol';
import { levelName, onLogLine, type Logger } from '../logger.ts';
import type { Telemetry } from './telemetry.ts';

const longest = 2_000;

/** The lines of the host's log: the sentence, the level, and the name of the error. Other fields stay in the log. */
export function observeLog(logger: Logger, telemetry: Telemetry): void {
  onLogLine(logger, (line) => {
    if (!telemetry.watches('logs')) return;
    const { level, time, msg, err } = JSON.parse(line) as Record<string, unknown>;
    const severityText = levelName(Number(level)) as LogSeverity;
    const { type } = (err ?? {}) as { readonly type?: unknown };
    telemetry.log({
      timeMs: Date.parse(String(time)),
      severity: logSeverities[severityText],
      severityText,
      body: (typeof msg === 'string' ? msg : '').slice(0, longest),
      attributes: typeof type === 'string' ? { 'exception.type': type.slice(0, 200) } : {},
    });
  });
}
