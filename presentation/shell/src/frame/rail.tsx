import {
  Activity,
  Ellipsis,
  LayoutGrid,
  Library,
  MessagesSquare,
  Plug,
  Settings,
  ShieldCheck,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { formatRoute, pageOf, type Page } from '../navigation/route.ts';
import { navigate, useRoute } from '../navigation/use-route.ts';
import { useWaiting, useWaitingAnnounced } from '../servers/approval/use-waiting.ts';
import { Menu } from '../ui/menu.tsx';

interface Place {
  readonly page: Exclude<Page, 'search' | 'deliveries'>;
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

/** A phone has room for these; the others are in the menu. */
const always = 4;

export function Rail({ workspace }: { readonly workspace: string | undefined }) {
  const shown = pageOf(useRoute());
  const page = shown === 'deliveries' ? 'servers' : shown;
  const waiting = useWaiting(workspace);
  useWaitingAnnounced(waiting);
  const waits = waiting?.length ?? 0;
  const at = workspace === undefined ? {} : { workspace };
  const others = places.slice(always);
  const isOther = others.some((place) => place.page === page);
  return (
    <nav className="rail" aria-label="Main navigation">
      {places.map((place, index) => (
        <a
          key={place.page}
          className="rail-link"
          data-other={index >= always || undefined}
          href={formatRoute({ page: place.page, ...at })}
          aria-current={page === place.page ? 'page' : undefined}
        >
          {place.icon}
          {place.label}
          {place.page === 'servers' && waits > 0 && (
            <span className="rail-count">
              {waits}
              <span className="unseen"> waiting for approval</span>
            </span>
          )}
        </a>
      ))}
      <Menu
        trigger={
          <button type="button" className="rail-link rail-more" data-current={isOther || undefined}>
            <Ellipsis aria-hidden />
            More
          </button>
        }
        parts={others.map((place) => ({
          id: place.page,
          label: place.label,
          icon: place.icon,
          checked: place.page === page,
          run: () => navigate({ page: place.page, ...at }),
        }))}
      />
    </nav>
  );
}
