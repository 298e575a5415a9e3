import type { ExtensionResult } from '@loggia/client';
import { useHost } from '../host/host-context.tsx';
import type { Answer } from '../host/use-answer.ts';
import { asLabel } from '../ui/foreign-words.ts';
import { Switch } from '../ui/switch.tsx';
import { attempt } from '../ui/toast-queue.ts';

type Settings = ExtensionResult<'x-loggia/readWorkspaceSettings'>;

/** Whether agents of the workspace always have a tool, or all tools of a server, instead of searching for them. */
export function PinSwitch({
  workspace,
  name,
  tool,
  answer: { value, again },
}: {
  readonly workspace: string;
  /** The server's name. */
  readonly name: string;
  readonly tool?: string;
  /** The settings of the workspace. */
  readonly answer: Pick<Answer<Settings>, 'value' | 'again'>;
}) {
  const host = useHost();
  if (value === undefined) return null;
  const entry = tool === undefined ? name : `${name}/${tool}`;
  const own = value.settings.pinnedTools ?? [];
  const configured = value.host.pinnedTools ?? [];
  const fixedBy = configured.includes(name) || configured.includes(entry) ? 'configuration' : undefined;
  const isWithServer = tool !== undefined && own.includes(name);
  const set = async (pinned: boolean): Promise<void> => {
    const others = own.filter((one) => one !== entry);
    const pinnedTools = pinned ? [...others, entry] : others;
    await host.ask('x-loggia/setWorkspaceSettings', {
      workspace,
      pinnedTools: pinnedTools.length === 0 ? null : pinnedTools,
    });
    again();
  };
  const what = tool === undefined ? `all tools of ${asLabel(name)}` : asLabel(tool);
  return (
    <div className="tool-review">
      <Switch
        label={`Always offer ${what} to agents`}
        checked={fixedBy !== undefined || isWithServer || own.includes(entry)}
        disabled={fixedBy !== undefined || isWithServer}
        onChange={(pinned) => attempt(set(pinned))}
      />
      <div>
        {tool === undefined ? 'Always offer all tools' : 'Always offer this tool'}
        <p className="servers-hint">
          {fixedBy
            ? 'The host’s configuration says so.'
            : isWithServer
              ? 'All tools of this server are always offered in this workspace.'
              : 'If a session has too many tools, its agent searches for the others.'}
        </p>
      </div>
    </div>
  );
}
