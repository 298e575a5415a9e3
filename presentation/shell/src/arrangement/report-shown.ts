import { globalEnvironment } from '@loggia/client';
import { artifactsInHand } from '../host/artifacts-in-hand.ts';
import type { ShellHost } from '../host/shell-host.ts';
import { attempt, tell } from '../ui/toast-queue.ts';
import { deskWindowsOf } from './desk-windows.ts';
import { ShownReport } from './shown-report.ts';

/** As many as the host takes. */
const mostShown = 1000;

/** Tells the host which artifacts this tab shows, and the user which empty drafts went because of it. */
export function reportShown(host: ShellHost): void {
  const desks = deskWindowsOf(host);
  const report = new ShownReport({
    shown: () => [...desks.artifacts(), ...artifactsInHand()],
    tell: async (shown) => {
      const artifacts = shown.slice(0, mostShown);
      return (await host.ask('x-loggia/showArtifacts', { artifacts })).discarded;
    },
    discarded: (drafts) => {
      const artifacts = drafts.map(({ id }) => id);
      const [first] = drafts;
      tell(
        drafts.length === 1
          ? `Discarded empty draft “${first?.title ?? ''}”.`
          : `Discarded ${drafts.length} empty drafts.`,
        { undo: () => attempt(host.ask('x-loggia/undeleteArtifacts', { artifacts })) },
      );
    },
    status: host.client.status,
    after: globalEnvironment.after,
  });
  desks.onChanged(report.changed);
  report.changed();
}
