import type { PluginReport } from '@loggia/protocol';
import { Ellipsis } from 'lucide-react';
import { useRef } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useAnswer } from '../../host/use-answer.ts';
import { navigate } from '../../navigation/use-route.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { asLabel, visibly } from '../../ui/foreign-words.ts';
import { Menu, type MenuPart } from '../../ui/menu.tsx';
import { confirm } from '../../ui/question-queue.ts';
import { Note } from '../../ui/states.tsx';
import { attempt, tell } from '../../ui/toast-queue.ts';
import { askApproval } from '../approval/ask-approval.ts';
import type { Servers } from '../use-servers.ts';
import { originWords } from './plugin-words.ts';
import { usePluginWork } from './use-plugin-work.ts';

/** The plugin behind a customization, where somebody added it; undefined for all others. */
export function useAddedPlugin(customization: string): {
  readonly plugin: PluginReport | undefined;
  again(): void;
} {
  const { value, again } = useAnswer('x-loggia/listPlugins', {});
  return { plugin: value?.plugins.find((plugin) => plugin.customization === customization), again };
}

/** Updates or removes a plugin that was added. */
export function PluginActions({
  plugin,
  servers,
  onUpdated,
}: {
  readonly plugin: PluginReport;
  readonly servers: Servers;
  onUpdated(): void;
}) {
  const host = useHost();
  const work = usePluginWork();
  const chooser = useRef<HTMLInputElement>(null);
  const name = asLabel(plugin.name);
  const update = async (file?: File): Promise<void> => {
    const updated = await work.run(async ({ call, options, upload }) => {
      const replacement = file ? { content: (await upload(file)).hash, name: file.name } : {};
      return host.ask('x-loggia/updatePlugin', { plugin: plugin.id, call, ...replacement }, options);
    });
    if (!updated) return;
    onUpdated();
    servers.again();
    const { decision, changed, source } = updated.plugin;
    tell(changed === true ? `Updated “${name}”. What changed doesn’t run yet.` : `Updated “${name}”.`);
    if (changed === true && decision === 'undecided') await askApproval(source);
    servers.again();
  };
  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Remove “${name}”?`,
      text:
        plugin.from.kind === 'folder'
          ? 'It is removed from every workspace and session, and its servers stop. The folder stays where it is.'
          : 'It is removed from every workspace and session, its servers stop, and its files are deleted.',
      action: 'Remove',
      danger: true,
    });
    if (!isSure) return;
    await host.ask('x-loggia/removePlugin', { plugin: plugin.id });
    tell(`Removed “${name}”.`);
    navigate({ page: 'servers' });
    servers.again();
  };
  const updates: readonly MenuPart[] =
    plugin.from.kind === 'folder'
      ? []
      : [
          plugin.from.kind === 'git'
            ? { id: 'update', label: 'Update from Git', run: () => void update() }
            : { id: 'replace', label: 'Replace with a .zip file…', run: () => chooser.current?.click() },
          { separator: true },
        ];
  return (
    <>
      <div className="plugin-added">
        <span>
          Added from <code>{visibly(originWords(plugin.from))}</code>
        </span>
        <Menu
          trigger={<IconButton label={`More for ${name}`} icon={<Ellipsis />} />}
          parts={[
            ...updates,
            { id: 'remove', label: 'Remove…', tone: 'danger', run: () => attempt(remove()) },
          ]}
        />
        <input
          ref={chooser}
          className="unseen"
          type="file"
          accept=".zip"
          tabIndex={-1}
          aria-label={`Zip file that replaces ${name}`}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file) void update(file);
          }}
        />
      </div>
      {work.doing !== undefined && (
        <Note
          tone="info"
          actions={
            <Button size="small" onClick={() => work.cancel()}>
              Cancel
            </Button>
          }
        >
          {work.doing}
        </Note>
      )}
      {work.error !== undefined && <Note tone="danger">{work.error}</Note>}
    </>
  );
}
