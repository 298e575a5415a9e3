import {
  AppWindow,
  Blocks,
  Ellipsis,
  Maximize2,
  PictureInPicture2,
  RotateCw,
  ShieldCheck,
} from 'lucide-react';
import { Button, IconButton } from '../ui/button.tsx';
import { Menu, type MenuPart } from '../ui/menu.tsx';
import { Badge } from '../ui/states.tsx';
import { useBlocked } from './use-blocked.ts';
import { useViewTools } from './view-tool-list.tsx';
import type { ViewInstance } from './view-instance.ts';
import type { ViewSnapshot } from './view-snapshot.ts';
import { asName } from '../ui/foreign-words.ts';

/** Names the owner of a View and offers its actions. The shell draws this bar; a View can't. */
export function ViewBar({
  view,
  snapshot,
  pin,
  showDetails,
}: {
  readonly view: ViewInstance;
  readonly snapshot: ViewSnapshot;
  /** Moves it to a window of its own; absent if it is in one, which then shows the title. */
  readonly pin?: (() => void) | undefined;
  readonly showDetails: () => void;
}) {
  const { facts, phase, trouble, modes, faults, asked, isResponding } = snapshot;
  const { server } = facts;
  const title = asName(facts.title);
  const isReady = phase === 'ready';
  const blocked = useBlocked({ server: server?.id, view: view.id }, isReady);
  const { tools, isOn, isAllowed } = useViewTools(view);
  const offered = isReady ? modesOffered.filter((mode) => modes.includes(mode)) : [];
  // A window has buttons of its own for its size, right above these.
  const inBar = offered.filter((mode) => pin !== undefined || asked === mode);
  const parts: readonly MenuPart[] = [
    ...offered
      .filter((mode) => !inBar.includes(mode))
      .map((mode) => ({ id: mode, ...modeButtons[mode], run: () => view.showIn(mode) })),
    { id: 'details', label: 'Permissions and details…', icon: <ShieldCheck />, run: showDetails },
    { id: 'reload', label: 'Reload', icon: <RotateCw />, run: () => view.reload() },
  ];
  return (
    <header className="view-bar">
      {server?.icon === undefined ? <Blocks aria-hidden /> : <img src={server.icon} alt="" />}
      {pin && (
        <span className="view-bar-title" title={title}>
          {title}
        </span>
      )}
      {server && (
        <span className="view-bar-server">{pin ? asName(server.name) : `From ${asName(server.name)}`}</span>
      )}
      {isReady && trouble && (
        <Badge tone="warning" title={trouble.text}>
          {trouble.title}
        </Badge>
      )}
      {isReady && tools.length > 0 && (
        <Button
          size="small"
          kind="quiet"
          title={
            isOn && isAllowed ? 'The agent can call these tools of this View.' : 'Not offered to the agent.'
          }
          onClick={showDetails}
        >
          {isOn && isAllowed ? toolCount(tools.length) : 'Tools off'}
        </Button>
      )}
      {isReady && blocked.length > 0 && (
        <Button size="small" kind="quiet" title={blocked.join('\n')} onClick={showDetails}>
          Partly blocked
        </Button>
      )}
      {isReady && faults.length > 0 && (
        <Badge tone="info" title={`For its author: ${faults.join(' ')}`}>
          Incomplete handshake
        </Badge>
      )}
      {isReady && !isResponding && (
        <>
          <Badge tone="warning" title="Its page hasn’t answered for a while. It may be busy or have crashed.">
            Not responding
          </Badge>
          <Button size="small" onClick={() => view.reload()}>
            Run again
          </Button>
        </>
      )}
      <span className="view-bar-actions">
        {inBar.map((mode) => (
          <ModeButton key={mode} view={view} mode={mode} isAsked={asked === mode} />
        ))}
        {pin && <IconButton size="small" label="Open as a window" icon={<AppWindow />} onClick={pin} />}
        <Menu
          trigger={<IconButton size="small" label={`More for ${title || 'this View'}`} icon={<Ellipsis />} />}
          parts={parts}
        />
      </span>
    </header>
  );
}

function toolCount(count: number): string {
  return count === 1 ? '1 tool' : `${count} tools`;
}

const modeButtons = {
  pip: { label: 'Show in a small window', icon: <PictureInPicture2 /> },
  fullscreen: { label: 'Show in full screen', icon: <Maximize2 /> },
} as const;

const modesOffered = ['pip', 'fullscreen'] as const;

/** Shows its label if the View has requested the mode and only the user can grant it. */
function ModeButton({
  view,
  mode,
  isAsked,
}: {
  readonly view: ViewInstance;
  readonly mode: keyof typeof modeButtons;
  readonly isAsked: boolean;
}) {
  const { label, icon } = modeButtons[mode];
  const show = (): void => view.showIn(mode);
  return isAsked ? (
    <Button size="small" icon={icon} onClick={show}>
      {label}
    </Button>
  ) : (
    <IconButton size="small" label={label} icon={icon} onClick={show} />
  );
}
