import './frame.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { QuestionFormSlot } from '../calls/question-form-slot.ts';
import { useKeyBindings } from '../commands/use-commands.ts';
import { DeskPage } from '../desk/desk-page.tsx';
import { DetailsLayer } from '../details/details-layer.tsx';
import { pageOf } from '../navigation/route.ts';
import { useRoute } from '../navigation/use-route.ts';
import { Palette } from '../palette/palette.tsx';
import { usePreferences } from '../preferences/use-preferences.ts';
import { Approvals } from '../servers/approval/approvals.tsx';
import { Confirmations } from '../ui/confirm.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { useIsNarrow } from '../ui/use-narrow.ts';
import { ViewLayer } from '../views/view-layer.tsx';
import { WindowLayer } from '../windows/window-layer.tsx';
import { ArtifactDialogs } from './artifact-dialogs.tsx';
import { ArtifactPortsProvider } from './artifact-ports.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { Dock } from './dock.tsx';
import { FrameCommands } from './frame-commands.tsx';
import { Rail } from './rail.tsx';
import { TopBar } from './top-bar.tsx';
import { useCurrentWorkspace } from './use-current-workspace.ts';

// Pages that aren't on the first screen are loaded when they are opened.
const SessionPage = lazy(async () => ({
  default: (await import('../sessions/session-page.tsx')).SessionPage,
}));
const QuestionForm = lazy(async () => ({
  default: (await import('../sessions/forms/question-form.tsx')).QuestionForm,
}));
const CollectionsPage = lazy(async () => ({
  default: (await import('../collections/collections-page.tsx')).CollectionsPage,
}));
const ServersPage = lazy(async () => ({
  default: (await import('../servers/servers-page.tsx')).ServersPage,
}));
const ActivityPage = lazy(async () => ({
  default: (await import('../activity/activity-page.tsx')).ActivityPage,
}));
const DeliveriesPage = lazy(async () => ({
  default: (await import('../activity/deliveries-page.tsx')).DeliveriesPage,
}));
const AuditPage = lazy(async () => ({ default: (await import('../audit/audit-page.tsx')).AuditPage }));
const SettingsPage = lazy(async () => ({
  default: (await import('../settings/settings-page.tsx')).SettingsPage,
}));
const SearchPage = lazy(async () => ({ default: (await import('../search/search-page.tsx')).SearchPage }));

/** The whole screen of a signed-in user. */
export function Frame() {
  useKeyBindings();
  const workspace = useCurrentWorkspace();
  const page = pageOf(useRoute());
  const isNarrow = useIsNarrow();
  const { dockOpen } = usePreferences();
  useFocusOnPage(page);
  const hasDock = page !== 'session' && !isNarrow && dockOpen;
  return (
    <CSPProvider disableStyleElements>
      <TooltipProvider>
        <ArtifactPortsProvider>
          <QuestionFormSlot value={QuestionForm}>
            <div className="frame" data-page={page}>
              <a className="frame-skip" href="#main" onClick={skipToMain}>
                Skip to content
              </a>
              <TopBar workspace={workspace} />
              <Rail workspace={workspace} />
              <main className="frame-main" id="main" tabIndex={-1}>
                <ConnectionBanner />
                {workspace !== undefined && (
                  <ErrorBoundary what="This page" place={`${page} ${workspace}`}>
                    <Suspense fallback={null}>
                      <CurrentPage workspace={workspace} />
                    </Suspense>
                  </ErrorBoundary>
                )}
              </main>
              {hasDock && workspace !== undefined && (
                <ErrorBoundary what="The conversation" place={workspace}>
                  <Dock workspace={workspace} />
                </ErrorBoundary>
              )}
            </div>
            {/* Views and windows share one stack, so that a window can cover the View of another. */}
            <div className="floating">
              {workspace !== undefined && (
                <ErrorBoundary what="The windows" place={workspace}>
                  <WindowLayer workspace={workspace} />
                </ErrorBoundary>
              )}
              <ErrorBoundary what="The Views">
                <ViewLayer />
              </ErrorBoundary>
            </div>
            {workspace !== undefined && <DetailsLayer workspace={workspace} />}
            <ArtifactDialogs />
            <Palette workspace={workspace} />
            <FrameCommands workspace={workspace} />
            <Approvals />
            <Confirmations />
            <Toasts />
          </QuestionFormSlot>
        </ArtifactPortsProvider>
      </TooltipProvider>
    </CSPProvider>
  );
}

function CurrentPage({ workspace }: { readonly workspace: string }) {
  const route = useRoute();
  switch (route.page) {
    case 'desk':
    case 'artifact':
    case 'view':
      return <DeskPage workspace={workspace} />;
    case 'session':
      return (
        <SessionPage workspace={workspace} session={route.session} chat={route.chat} turn={route.turn} />
      );
    case 'collections':
      return <CollectionsPage workspace={workspace} collection={route.collection} />;
    case 'servers':
      return <ServersPage workspace={workspace} server={route.server} />;
    case 'activity':
      return <ActivityPage workspace={workspace} />;
    case 'deliveries':
      return <DeliveriesPage workspace={workspace} />;
    case 'audit':
      return <AuditPage workspace={workspace} />;
    case 'settings':
      return <SettingsPage workspace={workspace} section={route.section} server={route.server} />;
    case 'search':
      return <SearchPage workspace={workspace} query={route.query ?? ''} />;
  }
}

/** A page that unmounts loses the focus; keyboard users then continue in the next page, not at the very top. */
function useFocusOnPage(page: string): void {
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true });
  }, [page]);
}

function skipToMain(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
