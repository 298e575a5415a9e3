import {
  workspaceUri,
  type ChildCustomization,
  type Customization,
  type ServerReport,
} from '@loggia/protocol';
import { ChevronDown } from 'lucide-react';
import { useHost } from '../host/host-context.tsx';
import { Button } from '../ui/button.tsx';
import { Menu, type MenuPart } from '../ui/menu.tsx';
import { Switch } from '../ui/switch.tsx';
import { attempt } from '../ui/toast-queue.ts';
import { decidedAt, enablementWords, isOn, scopesIn, toggled, type Scope } from './enablement.ts';
import type { Servers } from './use-servers.ts';

const scopeWords = {
  session: 'in this session',
  workspace: 'in this workspace',
  global: 'everywhere',
} as const;

/** The scope that a switch counts for where it is shown, and the words for it. */
export function useSwitch(servers: Servers) {
  const host = useHost();
  const scopes = scopesIn(
    servers.place === 'session' ? 'session' : 'workspace',
    workspaceUri(servers.workspace),
  );
  const [here] = scopes;
  const decide = (entry: Customization | ChildCustomization, scope: Scope, enabled: boolean): void => {
    const enablement = toggled(entry, scope, enabled);
    const action = { type: 'session/customizationToggled' as const, id: entry.id, enablement };
    attempt(host.client.dispatch(servers.channel, action).settled);
  };
  return { scopes, here, hereWords: scopeWords[here.kind], decide };
}

/** On or off, for the session or workspace that is shown; the menu decides for more. */
export function EnablementControl({
  entry,
  servers,
}: {
  readonly entry: Customization | ChildCustomization;
  readonly servers: Servers;
}) {
  const { scopes, here, hereWords, decide } = useSwitch(servers);
  const parts = scopes.flatMap((scope): MenuPart[] => {
    const words = scopeWords[scope.kind];
    // Everything that nobody decided about is on.
    const decided = decidedAt(entry, scope) ?? (scope.kind === 'global' ? true : undefined);
    return [
      ...(scope === here ? [] : [{ separator: true as const }]),
      ...[true, false].map((on) => ({
        id: `${scope.kind}-${on ? 'on' : 'off'}`,
        label: `${on ? 'On' : 'Off'} ${words}`,
        checked: decided === on,
        run: () => decide(entry, scope, on),
      })),
    ];
  });
  return (
    <div className="server-enablement">
      <Switch
        label={`${entry.name}, ${hereWords}`}
        checked={isOn(entry)}
        onChange={(on) => decide(entry, here, on)}
      />
      <span>{enablementWords(entry, workspaceUri(servers.workspace))}</span>
      <Menu
        trigger={
          <Button kind="quiet" size="small">
            Where <ChevronDown aria-hidden />
          </Button>
        }
        parts={parts}
      />
    </div>
  );
}

/** For the host as a whole: on or off for everybody who hasn't decided otherwise. */
export function HostEnablement({
  report,
  servers,
}: {
  readonly report: ServerReport;
  readonly servers: Servers;
}) {
  const host = useHost();
  const decide = async (enabled: boolean): Promise<void> => {
    await host.ask('x-loggia/setEnabled', { customization: report.id, enabled });
    servers.again();
  };
  return (
    <div className="server-enablement">
      <Switch
        label={`${report.name}, everywhere`}
        checked={report.enabled}
        onChange={(on) => attempt(decide(on))}
      />
      <span>{report.enabled ? 'On' : 'Off'} everywhere, unless a workspace or session decides otherwise</span>
    </div>
  );
}
