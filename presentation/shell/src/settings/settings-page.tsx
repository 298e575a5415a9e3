import './settings.css';
import { lazy, Suspense, type ReactNode } from 'react';
import { useCommands } from '../commands/use-commands.ts';
import { formatRoute } from '../navigation/route.ts';
import { navigate } from '../navigation/use-route.ts';
import { openCheatSheet } from '../palette/palette-state.ts';
import { Skeleton } from '../ui/states.tsx';
import { About } from './about.tsx';
import { AllowedTools } from './allowed-tools.tsx';
import { Appearance } from './appearance.tsx';
import { SignedInServers } from './signed-in-servers.tsx';
import { Templates } from './templates.tsx';
import { ThisBrowser } from './this-browser.tsx';
import { TrustedSources } from './trusted-sources.tsx';
import { TypePolicies } from './type-policies.tsx';
import { ViewPolicies } from './view-policies.tsx';
import { WorkspaceSettings } from './workspace-settings.tsx';

const AgentsPage = lazy(async () => ({ default: (await import('../agents/agents-page.tsx')).AgentsPage }));
const ApiKeysPage = lazy(async () => ({
  default: (await import('../api-keys/api-keys-page.tsx')).ApiKeysPage,
}));
const ModelsPage = lazy(async () => ({ default: (await import('../models/models-page.tsx')).ModelsPage }));

interface Section {
  readonly id: string;
  readonly title: string;
  readonly keywords: string;
  readonly content: (workspace: string, server: string | undefined) => ReactNode;
}

const sections: readonly Section[] = [
  { id: 'appearance', title: 'Appearance', keywords: 'theme dark light', content: () => <Appearance /> },
  {
    id: 'workspace',
    title: 'This workspace',
    keywords: 'agent default confirm ask policy',
    content: (workspace) => <WorkspaceSettings workspace={workspace} />,
  },
  {
    id: 'models',
    title: 'Models',
    keywords: 'provider key anthropic openai google ollama connect',
    content: () => <ModelsPage />,
  },
  {
    id: 'agents',
    title: 'Agents',
    keywords: 'acp opencode codex claude gemini add program',
    content: () => <AgentsPage />,
  },
  {
    id: 'views',
    title: 'View permissions',
    keywords: 'consent sandbox eval messages links downloads',
    content: (workspace, server) => <ViewPolicies workspace={workspace} server={server} />,
  },
  {
    id: 'templates',
    title: 'View templates',
    keywords: 'review allow block csp domains',
    content: () => <Templates />,
  },
  {
    id: 'trust',
    title: 'Trusted sources',
    keywords: 'plugins workspaces folders',
    content: () => <TrustedSources />,
  },
  {
    id: 'tools',
    title: 'Allowed tools',
    keywords: 'always allow confirm agents revoke',
    content: () => <AllowedTools />,
  },
  {
    id: 'types',
    title: 'Types and viewers',
    keywords: 'open with precedence handlers owner',
    content: (workspace) => <TypePolicies workspace={workspace} />,
  },
  {
    id: 'sign-ins',
    title: 'Signed-in servers',
    keywords: 'oauth token account sign out',
    content: (workspace) => <SignedInServers workspace={workspace} />,
  },
  {
    id: 'api-keys',
    title: 'API keys',
    keywords: 'token program scope revoke create expire',
    content: () => <ApiKeysPage />,
  },
  { id: 'browser', title: 'This browser', keywords: 'token forget sign out', content: () => <ThisBrowser /> },
  { id: 'about', title: 'About', keywords: 'version host', content: () => <About /> },
];

/** The user's settings: for this browser, for the workspace that is shown, or for the whole host. */
export function SettingsPage({
  workspace,
  section,
  server,
}: {
  readonly workspace: string;
  readonly section: string | undefined;
  /** The server that the section is to show. */
  readonly server: string | undefined;
}) {
  const current = sections.find(({ id }) => id === section) ?? sections[0];
  useCommands([
    ...sections.map(({ id, title, keywords }) => ({
      id: `settings.${id}`,
      title: `Settings: ${title}`,
      group: 'Settings',
      keywords,
      run: () => navigate({ page: 'settings', section: id }),
    })),
  ]);
  return (
    <div className="settings">
      <div className="settings-columns">
        <nav className="settings-nav scroll-area" aria-label="Settings">
          <h1>Settings</h1>
          <ul>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={formatRoute({ page: 'settings', workspace, section: id })}
                  aria-current={id === current?.id ? 'page' : undefined}
                  ref={id === current?.id ? showInRow : undefined}
                >
                  {title}
                </a>
              </li>
            ))}
            <li>
              <button type="button" onClick={() => openCheatSheet()}>
                Keyboard
              </button>
            </li>
          </ul>
        </nav>
        <div className="settings-content scroll-area" key={current?.id}>
          <article>
            <h2>{current?.title}</h2>
            <Suspense fallback={<Skeleton style={{ height: 120 }} />}>
              {current?.content(workspace, server)}
            </Suspense>
          </article>
        </div>
      </div>
    </div>
  );
}

/** On a narrow screen the sections stand in a row that scrolls. */
function showInRow(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });
}
