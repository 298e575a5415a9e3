import { authorize, type Principal, type Refusal } from '@loggia/access';
import { Hono } from 'hono';
import { failed, type Report } from './api/answer.ts';
import { refusalOf } from './api/api.ts';
import { namesOf, type ArrivedRequest, type Environment } from './environment.ts';

/** Prometheus tells versions of its format apart by this. */
const expositionType = 'text/plain; version=0.0.4; charset=utf-8';

export interface MetricsOptions {
  admit(request: ArrivedRequest): { readonly principal: Principal } | Refusal;
  /** The metrics in the text format of Prometheus. */
  read(): Promise<string>;
  readonly report: Report;
}

/** Metrics are about everything that the host does, so they need the token of its owner. */
export function createMetrics({ admit, read, report }: MetricsOptions): Hono<Environment> {
  return new Hono<Environment>().get('/metrics', async (context) => {
    try {
      const admitted = admit(namesOf(context));
      if (!('principal' in admitted)) throw refusalOf(admitted);
      authorize(admitted.principal, 'admin', { host: true });
      return context.body(await read(), 200, { 'Content-Type': expositionType });
    } catch (error) {
      return failed(error, report);
    }
  });
}
