import { mostLayouts } from '@loggia/protocol';
import { LayoutTemplate, Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useWindows } from '../arrangement/desk-windows.ts';
import { applyLayout, removeLayout, saveLayout } from '../arrangement/layouts.ts';
import { useCommands } from '../commands/use-commands.ts';
import { useHost } from '../host/host-context.tsx';
import { useWorkspace } from '../host/use-channel.ts';
import { Button } from '../ui/button.tsx';
import { Menu, type MenuPart } from '../ui/menu.tsx';
import { NamingDialog } from '../ui/naming-dialog.tsx';
import { attempt } from '../ui/toast-queue.ts';

/** Window layouts that somebody saved in the workspace, and the way to save another. */
export function LayoutMenu({ workspace }: { readonly workspace: string }) {
  const host = useHost();
  const layouts = useWorkspace(workspace)?.state?.layouts ?? [];
  const hasWindows = useWindows(workspace).length > 0;
  const [isNaming, setNaming] = useState(false);
  const save = (): void => setNaming(true);
  const parts: readonly MenuPart[] = [
    { heading: 'Window layouts' },
    ...layouts.map((layout) => ({
      id: `use-${layout.id}`,
      label: layout.title,
      icon: <LayoutTemplate />,
      hint: layout.windows.length === 1 ? '1 window' : `${layout.windows.length} windows`,
      run: () => attempt(applyLayout(host, workspace, layout)),
    })),
    ...(layouts.length > 0 ? [{ separator: true as const }] : []),
    {
      id: 'save',
      label: 'Save this layout…',
      icon: <Save />,
      disabled: !hasWindows,
      run: save,
    },
    ...layouts.map((layout) => ({
      id: `delete-${layout.id}`,
      label: `Delete “${layout.title}”`,
      icon: <Trash2 />,
      tone: 'danger' as const,
      run: () => attempt(removeLayout(host, workspace, layout)),
    })),
  ];
  const group = 'Windows';
  useCommands([
    ...(hasWindows ? [{ id: 'layout.save', title: 'Save this window layout…', group, run: save }] : []),
    ...layouts.map((layout) => ({
      id: `layout.use.${layout.id}`,
      title: `Use the window layout “${layout.title}”`,
      group,
      run: () => attempt(applyLayout(host, workspace, layout)),
    })),
  ]);
  return (
    <>
      <Menu
        trigger={
          <Button
            kind="quiet"
            icon={<LayoutTemplate aria-hidden />}
            aria-label="Window layouts"
            title="Window layouts"
          />
        }
        parts={parts}
      />
      <NamingDialog
        open={isNaming}
        heading="Save this window layout"
        about={`Everyone in this workspace can use it. A layout with the same title is replaced. A workspace keeps up to ${mostLayouts}.`}
        before={undefined}
        action="Save layout"
        save={({ title }) => saveLayout(host, workspace, title.slice(0, 200))}
        onClose={() => setNaming(false)}
      />
    </>
  );
}
