import { Activity, LayoutGrid, Library, MessagesSquare, Plug, Settings, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatRoute, type Page } from '../navigation/route.ts';
import { useRoute } from '../navigation/use-route.ts';

interface Place {
  readonly page: Exclude<Page, 'search'>;
  readonly label: string;
  readonly icon: ReactNode;
}

export const places: readonly Place[] = [
  { page: 'desk', label: 'Desk', icon: <LayoutGrid aria-hidden /> },
  { page: 'session', label: 'Sessions', icon: <MessagesSquare aria-hidden /> },
  { page: 'collections', label: 'Collections', icon: <Library aria-hidden /> },
  { page: 'servers', label: 'Servers', icon: <Plug aria-hidden /> },
  { page: 'activity', label: 'Activity', icon: <Activity aria-hidden /> },
  { page: 'audit', label: 'Audit', icon: <ShieldCheck aria-hidden /> },
  { page: 'settings', label: 'Settings', icon: <Settings aria-hidden /> },
];

export function Rail({ workspace }: { readonly workspace: string | undefined }) {
  const { page } = useRoute();
  return (
    <nav className="rail" aria-label="Places">
      {places.map((place) => (
        <a
          key={place.page}
          className="rail-link"
          href={formatRoute({ page: place.page, ...(workspace && { workspace }) })}
          aria-current={page === place.page ? 'page' : undefined}
        >
          {place.icon}
          {place.label}
        </a>
      ))}
    </nav>
  );
}
