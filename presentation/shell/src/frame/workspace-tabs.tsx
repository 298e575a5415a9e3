import './workspace-tabs.css';
import type { WorkspaceSummary } from '@loggia/protocol';
import { ChevronDown, Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useCommands } from '../commands/use-commands.ts';
import { useHost } from '../host/host-context.tsx';
import type { ShellHost } from '../host/shell-host.ts';
import { useLibrary } from '../host/use-channel.ts';
import { formatRoute } from '../navigation/route.ts';
import { navigate } from '../navigation/use-route.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { confirm } from '../ui/question-queue.ts';
import { ContextMenu, Menu, type MenuPart } from '../ui/menu.tsx';
import { attempt, tell } from '../ui/toast-queue.ts';
import { useIsNarrow } from '../ui/use-narrow.ts';
import { WorkspaceDialog } from './workspace-dialog.tsx';
import { asName } from '../ui/foreign-words.ts';

/** A tab for each workspace; where they do not fit, a menu of all of them. */
export function WorkspaceTabs({ workspace }: { readonly workspace: string | undefined }) {
  const host = useHost();
  const library = useLibrary();
  const isNarrow = useIsNarrow();
  const [edited, setEdited] = useState<WorkspaceSummary | 'new'>();
  const all = library?.workspaces ?? [];
  const current = all.find(({ id }) => id === workspace);
  const create = (): void => setEdited('new');
  const remove = (which: WorkspaceSummary): void => attempt(deleteWorkspace(host, which, all));
  const own = (which: WorkspaceSummary): readonly MenuPart[] => [
    { id: 'rename', label: 'Rename…', icon: <Pencil />, run: () => setEdited(which) },
    {
      id: 'delete',
      label: 'Delete…',
      icon: <Trash2 />,
      tone: 'danger',
      // The last workspace can't be deleted: the user has to be in one.
      disabled: all.length < 2,
      run: () => remove(which),
    },
  ];
  const menu: readonly MenuPart[] = [
    { heading: 'Workspaces' },
    ...all.map(({ id, title }) => ({
      id,
      label: title,
      checked: id === workspace,
      run: () => navigate({ page: 'desk', workspace: id }),
    })),
    { separator: true },
    { id: 'new', label: 'New workspace…', icon: <Plus />, run: create },
    ...(current ? [{ separator: true as const }, { heading: current.title }, ...own(current)] : []),
  ];
  useCommands([
    { id: 'workspace.new', title: 'New workspace…', group: 'Workspaces', run: create },
    ...(current
      ? [
          {
            id: 'workspace.rename',
            title: `Rename the workspace “${current.title}”…`,
            group: 'Workspaces',
            run: () => setEdited(current),
          },
        ]
      : []),
    ...(current && all.length > 1
      ? [
          {
            id: 'workspace.delete',
            title: `Delete the workspace “${current.title}”…`,
            group: 'Workspaces',
            run: () => remove(current),
          },
        ]
      : []),
    ...all
      .filter(({ id }) => id !== workspace)
      .map(({ id, title }) => ({
        id: `workspace.go.${id}`,
        title: `Go to ${title}`,
        group: 'Workspaces',
        run: () => navigate({ page: 'desk', workspace: id }),
      })),
  ]);
  const dialog = <WorkspaceDialog workspace={edited} onClose={() => setEdited(undefined)} />;
  if (isNarrow) {
    return (
      <nav className="workspace-tabs" aria-label="Workspaces">
        <Menu
          trigger={
            <Button
              kind="quiet"
              className="workspace-switch"
              aria-label={`Workspace: ${current?.title ?? ''}`}
            >
              <span>{current?.title}</span>
              <ChevronDown aria-hidden />
            </Button>
          }
          parts={menu}
        />
        {dialog}
      </nav>
    );
  }
  return (
    <nav className="workspace-nav" aria-label="Workspaces">
      <div className="workspace-tabs">
        {all.map((one) => (
          <ContextMenu key={one.id} parts={own(one)}>
            <Tab workspace={one} isCurrent={one.id === workspace} />
          </ContextMenu>
        ))}
      </div>
      <Menu
        trigger={
          <Button
            kind="quiet"
            size="small"
            icon={<ChevronDown aria-hidden />}
            aria-label="All workspaces"
            title="All workspaces"
          />
        }
        parts={menu}
      />
      <IconButton label="New workspace" size="small" icon={<Plus />} onClick={create} />
      {dialog}
    </nav>
  );
}

/** A context menu passes its own props in `rest`. */
function Tab({
  workspace: { id, title },
  isCurrent,
  ...rest
}: {
  readonly workspace: WorkspaceSummary;
  readonly isCurrent: boolean;
}) {
  const tab = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isCurrent) tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isCurrent]);
  return (
    <span className="workspace-tab-place" {...rest}>
      <a
        ref={tab}
        className="workspace-tab"
        href={formatRoute({ page: 'desk', workspace: id })}
        aria-current={isCurrent ? 'page' : undefined}
        title={asName(title)}
      >
        {asName(title)}
      </a>
    </span>
  );
}

async function deleteWorkspace(
  host: ShellHost,
  { id, title }: WorkspaceSummary,
  all: readonly WorkspaceSummary[],
): Promise<void> {
  const isSure = await confirm({
    title: `Delete the workspace “${title}”?`,
    text: 'Its artifacts, all their versions and its open windows are deleted for good. This can’t be undone.',
    action: 'Delete for good',
    danger: true,
  });
  if (!isSure) return;
  const next = all.find((other) => other.id !== id);
  await host.ask('x-loggia/deleteWorkspace', { workspace: id, withContents: true });
  if (next) navigate({ page: 'desk', workspace: next.id });
  tell(`The workspace “${title}” is deleted.`);
}
