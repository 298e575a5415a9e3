import './details.css';
import { Dialog } from '@base-ui/react/dialog';
import { Tabs } from '@base-ui/react/tabs';
import type { Artifact, TypeView } from '@loggia/protocol';
import {
  Archive,
  ArchiveRestore,
  Download,
  Ellipsis,
  GitCommitHorizontal,
  Pencil,
  RotateCcw,
  SquareArrowOutUpRight,
  Trash2,
  X,
} from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { colorOf } from '../ui/type-lookup.ts';
import { useHost } from '../host/host-context.tsx';
import type { ShellHost } from '../host/shell-host.ts';
import { download } from '../host/download.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { confirm } from '../ui/confirm.tsx';
import { Menu, type MenuPart } from '../ui/menu.tsx';
import { Badge, Failure, Note, Skeleton } from '../ui/states.tsx';
import { attempt, complain, tell } from '../ui/toasts.tsx';
import { TypeIcon } from '../ui/type-icon.tsx';
import { openWindow } from '../windows/open-window.ts';
import { archive, discardDraft, remove, rename, unarchive } from './artifact-changes.ts';
import { closeDetails, givesFocusBack, leaveDetails, showCommit } from './details-state.ts';
import { Facts } from './facts.tsx';
import { Properties } from './properties.tsx';
import { useType } from './type-of.ts';
import { useArtifact } from './use-artifact.ts';
import { Versions } from './versions.tsx';
import { asName } from '../ui/foreign-words.ts';

/** Everything about one artifact, beside what is on screen. */
export function DetailsSheet({
  workspace,
  artifact: id,
  children,
}: {
  readonly workspace: string;
  readonly artifact: string;
  /** Dialogs over the sheet: only one inside of it takes the focus from it properly. */
  readonly children?: ReactNode;
}) {
  const { artifact, isGone, error, again } = useArtifact(workspace, id);
  const type = useType(workspace, artifact?.type);
  const color = colorOf(type?.color);
  // What is inside changes once the artifact is there; the sheet itself stays, and so does the focus.
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && closeDetails()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup
          className="details"
          ref={popup}
          initialFocus={popup}
          finalFocus={givesFocusBack}
          style={color === undefined ? {} : { ['--type-color' as string]: color }}
        >
          {artifact ? (
            <Content key={artifact.id} artifact={artifact} type={type} isGone={isGone} />
          ) : (
            <>
              <header className="details-head">
                <Dialog.Title className="details-title">Details</Dialog.Title>
                <CloseButton />
              </header>
              <div className="details-body">
                {error ? <Failure error={error} retry={again} /> : <Skeleton style={{ height: 220 }} />}
              </div>
            </>
          )}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function CloseButton() {
  return <Dialog.Close render={<Button kind="quiet" icon={<X />} aria-label="Close" />} />;
}

const tones: ReadonlyMap<string, 'warning' | 'success'> = new Map([
  ['draft', 'warning'],
  ['committed', 'success'],
]);

function Content({
  artifact,
  type,
  isGone,
}: {
  readonly artifact: Artifact;
  readonly type: TypeView | undefined;
  readonly isGone: boolean;
}) {
  const host = useHost();
  const { state } = artifact;
  const tone = tones.get(state);
  return (
    <>
      <header className="details-head">
        <TypeIcon type={type} />
        <Title artifact={artifact} isFixed={isGone || state === 'archived'} />
        <CloseButton />
      </header>
      <div className="details-bar">
        <Badge {...(tone && { tone })}>{state}</Badge>
        <span className="details-muted">{type?.label ?? artifact.type}</span>
        <span className="details-gap" />
        {!isGone && <Ways host={host} artifact={artifact} type={type} />}
      </div>
      {isGone && (
        <div className="details-note">
          <Note
            tone="warning"
            actions={
              <Button
                size="small"
                onClick={() => attempt(host.ask('x-loggia/undeleteArtifacts', { artifacts: [artifact.id] }))}
              >
                Bring it back
              </Button>
            }
          >
            It is in the trash.
          </Note>
        </div>
      )}
      <Tabs.Root className="details-tabs" defaultValue="facts">
        <Tabs.List className="details-tab-list" aria-label="Details">
          <Tabs.Tab className="details-tab" value="facts">
            Facts
          </Tabs.Tab>
          <Tabs.Tab className="details-tab" value="properties">
            Properties
          </Tabs.Tab>
          <Tabs.Tab className="details-tab" value="versions">
            Versions
          </Tabs.Tab>
          <Tabs.Indicator className="details-tab-mark" />
        </Tabs.List>
        <Tabs.Panel className="details-body scroll-area" value="facts">
          <Facts artifact={artifact} type={type} />
        </Tabs.Panel>
        <Tabs.Panel className="details-body scroll-area" value="properties" keepMounted>
          <Properties artifact={artifact} />
        </Tabs.Panel>
        <Tabs.Panel className="details-body scroll-area" value="versions">
          <Versions artifact={artifact} />
        </Tabs.Panel>
      </Tabs.Root>
    </>
  );
}

function Title({ artifact, isFixed }: { readonly artifact: Artifact; readonly isFixed: boolean }) {
  const host = useHost();
  const [typed, setTyped] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const done = (): void => {
    setTyped(undefined);
    requestAnimationFrame(() => button.current?.focus());
  };
  const save = (): void => {
    const title = typed?.trim() ?? '';
    if (title !== '' && title !== artifact.title) attempt(rename(host, artifact, title));
    done();
  };
  if (typed !== undefined) {
    return (
      <form
        className="details-rename"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Dialog.Title className="unseen">{asName(artifact.title)}</Dialog.Title>
        <input
          ref={(field) => {
            if (field && document.activeElement !== field) field.select();
          }}
          className="input"
          aria-label="Title"
          maxLength={500}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            // Only the renaming ends, not the sheet.
            event.preventDefault();
            event.stopPropagation();
            done();
          }}
        />
        <Button type="submit" kind="primary">
          Rename
        </Button>
      </form>
    );
  }
  return (
    <div className="details-heading">
      <Dialog.Title className="details-title">{asName(artifact.title)}</Dialog.Title>
      {!isFixed && (
        <IconButton
          ref={button}
          size="small"
          label="Rename"
          icon={<Pencil />}
          onClick={() => setTyped(artifact.title)}
        />
      )}
    </div>
  );
}

function Ways({
  host,
  artifact,
  type,
}: {
  readonly host: ShellHost;
  readonly artifact: Artifact;
  readonly type: TypeView | undefined;
}) {
  const { workspace, id, title, state } = artifact;
  const open = (viewer?: string): void => {
    openWindow(
      host,
      workspace,
      { kind: 'artifact', artifact: id, ...(viewer !== undefined && { with: viewer }) },
      title,
    );
    leaveDetails();
  };
  return (
    <div className="details-ways">
      <Button size="small" icon={<SquareArrowOutUpRight />} onClick={() => open()}>
        Open
      </Button>
      {state === 'draft' && (
        <Button size="small" kind="primary" icon={<GitCommitHorizontal />} onClick={() => showCommit([id])}>
          Commit…
        </Button>
      )}
      <Menu
        trigger={<Button size="small" kind="quiet" icon={<Ellipsis />} aria-label="More" />}
        parts={moreWays(host, artifact, type, open)}
      />
    </div>
  );
}

function moreWays(
  host: ShellHost,
  artifact: Artifact,
  type: TypeView | undefined,
  open: (viewer: string) => void,
): readonly MenuPart[] {
  const { state } = artifact;
  const alternates = type?.alternates ?? [];
  const actions = (type?.actions ?? []).filter(({ states }) => states?.includes(state) ?? true);
  return [
    ...(alternates.length > 0 ? [{ heading: 'Open with' }] : []),
    ...alternates.map(({ server, name, label }) => ({
      id: `with ${server}`,
      label: label ?? name,
      run: () => open(server),
    })),
    ...(actions.length > 0 ? [{ heading: type?.label ?? 'Actions' }] : []),
    ...actions.map((action) => ({
      id: `action ${action.id}`,
      label: action.label,
      run: () => attempt(runAction(host, artifact, action)),
    })),
    ...(alternates.length + actions.length > 0 ? [{ separator: true } as const] : []),
    ...(artifact.content
      ? [
          {
            id: 'download',
            label: 'Download',
            icon: <Download />,
            run: () => attempt(download(host, artifact)),
          },
        ]
      : []),
    ...(state === 'draft' && artifact.version > 0
      ? [
          {
            id: 'discard',
            label: 'Discard draft',
            icon: <RotateCcw />,
            run: () => attempt(discardDraft(host, artifact)),
          },
        ]
      : []),
    state === 'archived'
      ? {
          id: 'unarchive',
          label: 'Bring back',
          icon: <ArchiveRestore />,
          run: () => attempt(unarchive(host, artifact)),
        }
      : { id: 'archive', label: 'Archive', icon: <Archive />, run: () => attempt(archive(host, artifact)) },
    {
      id: 'delete',
      label: 'Delete',
      icon: <Trash2 />,
      tone: 'danger',
      run: () => {
        closeDetails();
        attempt(remove(host, artifact));
      },
    },
  ];
}

async function runAction(
  host: ShellHost,
  artifact: Artifact,
  action: TypeView['actions'][number],
): Promise<void> {
  if (action.confirm !== undefined) {
    // The question stands over everything, and two of them would hide each other from screen readers.
    closeDetails();
    const yes = await confirm({ title: action.label, text: action.confirm, action: action.label });
    if (!yes) return;
  }
  const { result } = await host.ask('x-loggia/runAction', { artifact: artifact.id, action: action.id });
  const text = (result.content ?? [])
    .flatMap((block) =>
      block['type'] === 'text' && typeof block['text'] === 'string' ? [block['text']] : [],
    )
    .join('\n')
    .slice(0, 1000);
  if (result.isError === true) complain(text === '' ? `${action.label} failed.` : text);
  else tell(text === '' ? `${action.label}: done.` : text);
}
