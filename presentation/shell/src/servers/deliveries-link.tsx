import { BellRing } from 'lucide-react';
import { useAnswer } from '../host/use-answer.ts';
import { formatRoute } from '../navigation/route.ts';
import { Badge } from '../ui/states.tsx';
import { useEvery } from '../ui/use-every.ts';

const pollMs = 15_000;

/** A link to the undelivered events, with the number of failed ones. */
export function DeliveriesLink({ workspace }: { readonly workspace: string }) {
  const { value, again } = useAnswer('x-loggia/listDeliveries', { workspace, status: 'parked', limit: 100 });
  useEvery(pollMs, again);
  const count = value?.deliveries.length ?? 0;
  return (
    <a className="servers-deliveries" href={formatRoute({ page: 'deliveries', workspace })}>
      <BellRing aria-hidden />
      Failed deliveries
      {count > 0 && <Badge tone="danger">{count === 100 ? '100 or more' : count}</Badge>}
    </a>
  );
}
