import { defineNotifications } from '../../define-commands.ts';
import { metaSchema } from '../../schema.ts';

/** The payload is an export request of OTLP/JSON, which the protocol passes on as it is. */
const exported = { since: '0.4.0', params: { payload: metaSchema } } as const;

export const otlpNotifications = defineNotifications({
  'otlp/exportLogs': exported,
  'otlp/exportTraces': exported,
  'otlp/exportMetrics': exported,
});
