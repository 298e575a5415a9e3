import './activity.css';
import { ArrowLeft } from 'lucide-react';
import { formatRoute } from '../navigation/route.ts';
import { Deliveries } from './deliveries.tsx';

/** Events that did not reach their handlers, which are servers. */
export function DeliveriesPage({ workspace }: { readonly workspace: string }) {
  return (
    <div className="activity scroll-area">
      <header className="activity-head">
        <div>
          <a className="activity-back" href={formatRoute({ page: 'servers', workspace })}>
            <ArrowLeft aria-hidden />
            Servers
          </a>
          <h1>Failed deliveries</h1>
          <p>
            Servers that handle a type are told when an artifact is created, committed, archived or deleted.
            Events that could not be delivered are listed here.
          </p>
        </div>
      </header>
      <Deliveries key={workspace} workspace={workspace} />
    </div>
  );
}
