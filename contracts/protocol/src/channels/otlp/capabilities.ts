import { openObject, uriSchema } from '../../schema.ts';

/** The telemetry channels of a host: addresses, or templates of addresses. A signal without one isn't exported. */
export const telemetryCapabilitiesSchema = openObject({
  /** `{level}` stands for the least severity to send: trace, debug, info, warn, error or fatal. */
  logs: uriSchema.optional(),
  traces: uriSchema.optional(),
  metrics: uriSchema.optional(),
});
