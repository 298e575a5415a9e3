import './details.css';
import { Dialog } from '@base-ui/react/dialog';
import { Tabs } from '@base-ui/react/tabs';
import type { Artifact, TypeView } from '@loggia/protocol';
import { Ellipsis, X } from 'lucide-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { actionIcon, actionMenu } from '../artifacts/action-menu.tsx';
import { artifactActions, type ArtifactAction } from '../artifacts/actions.ts';
import { useArtifactPorts } from '../artifacts/ports-context.ts';
import { useWorkspace } from '../host/use-channel.ts';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { Badge, Failure, Note, Skeleton } from '../ui/states.tsx';
import { TypeIcon } from '../ui/type-icon.tsx';
import { colorOf, lookUpTypes } from '../ui/type-lookup.ts';
import { closeDetails, givesFocusBack, leaveDetails } from './details-state.ts';
import { DetailsTitle } from './details-title.tsx';
import { Facts } from './facts.tsx';
import { Properties } from './properties.tsx';
import { useType } from './type-of.ts';
import { useArtifact } from './use-artifact.ts';
import { Versions } from './versions.tsx';

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
  // The content changes once the artifact is loaded; the sheet itself stays, and so does the focus.
  const popup = useRef<HTMLDivElement>(null);
  return (
    // The page beside it stays in use: one reads about an artifact while working on it.
    <Dialog.Root open modal={false} disablePointerDismissal onOpenChange={(open) => !open && closeDetails()}>
      <Dialog.Portal>
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
  const { state } = artifact;
  const tone = tones.get(state);
  const [isRenaming, setIsRenaming] = useState(false);
  const actions = useDetailsActions(artifact, isGone, () => setIsRenaming(true));
  const isFixed = isGone || state === 'archived';
  return (
    <>
      <header className="details-head">
        <TypeIcon type={type} />
        <DetailsTitle
          artifact={artifact}
          isEditing={isRenaming}
          onEdit={isFixed ? undefined : setIsRenaming}
        />
        <CloseButton />
      </header>
      <div className="details-bar">
        <Badge {...(tone && { tone })}>{state}</Badge>
        <span className="details-muted">{type?.label ?? artifact.type}</span>
        <span className="details-gap" />
        {!isGone && <ActionBar actions={actions} />}
      </div>
      {isGone && (
        <div className="details-note">
          <Note tone="warning" actions={<ActionButtons actions={actions} shown={['restore']} />}>
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

function useDetailsActions(
  artifact: Artifact,
  isGone: boolean,
  rename: () => void,
): readonly ArtifactAction[] {
  const ports = useArtifactPorts();
  const { workspace } = artifact;
  const types = useWorkspace(workspace)?.state?.types;
  const lookUp = useMemo(() => lookUpTypes(types ?? []), [types]);
  // Its removal is known before the time of it is.
  const known = isGone ? { ...artifact, deletedAt: artifact.deletedAt ?? '' } : artifact;
  return artifactActions(
    {
      place: 'details',
      artifacts: [known],
      workspace,
      lookUp,
      // Two dialogs at once would hide each other from screen readers.
      leave: (to) => (to === 'window' ? leaveDetails() : closeDetails()),
    },
    { ...ports, rename },
  );
}

const inBar = ['open', 'commit'];

function ActionBar({ actions }: { readonly actions: readonly ArtifactAction[] }) {
  return (
    <div className="details-ways">
      <ActionButtons actions={actions} shown={inBar} />
      <Menu
        trigger={<Button size="small" kind="quiet" icon={<Ellipsis />} aria-label="More" />}
        parts={actionMenu(actions.filter(({ id }) => !inBar.includes(id)))}
      />
    </div>
  );
}

function ActionButtons({
  actions,
  shown,
}: {
  readonly actions: readonly ArtifactAction[];
  readonly shown: readonly string[];
}) {
  return actions
    .filter(({ id }) => shown.includes(id))
    .map((action) => (
      <Button
        key={action.id}
        size="small"
        {...(action.id === 'commit' && { kind: 'primary' as const })}
        icon={actionIcon(action)}
        onClick={() => action.run()}
      >
        {action.label}
      </Button>
    ));
}
