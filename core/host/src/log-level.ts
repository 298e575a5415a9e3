/** From the most to the least verbose. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];
export const defaultLogLevel: LogLevel = 'info';
