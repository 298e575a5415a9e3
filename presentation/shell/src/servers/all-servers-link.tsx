import { ArrowLeft } from 'lucide-react';
import { formatRoute } from '../navigation/route.ts';
import { useRoute } from '../navigation/use-route.ts';

/** Leads back to the list where there isn't room for both. */
export function AllServersLink() {
  const { workspace } = useRoute();
  return (
    <a className="servers-back" href={formatRoute({ page: 'servers', ...(workspace && { workspace }) })}>
      <ArrowLeft aria-hidden /> All servers
    </a>
  );
}
