import type { Scheduler } from '@loggia/kernel';
import type { ServerDefinition } from '../definition.ts';
import { Installation } from './install/installation.ts';
import { installerOf } from './install/installer.ts';
import type { LaunchedServer } from './launch/launcher.ts';
import { openLine } from './open-line.ts';
import type { LinePorts, ServerLine } from './server-line.ts';
import { stalledInstallation, tooSlow } from './too-slow.ts';

interface Timing {
  readonly attempt: AbortController;
  readonly scheduler: Scheduler;
  /** The default, unless the definition says otherwise. */
  readonly startMs: number;
  /** A server that has been up once is retried. */
  readonly wasUp: boolean;
  /** The name of the program that installs, while it does. */
  installing(by: string | undefined): void;
}

/**
 * Opens a line, and aborts the attempt when it takes too long. The time for an installation doesn't count: cut off in
 * the middle, it would leave a damaged package behind. Rejects as `openLine` does.
 */
export async function openInTime(
  definition: ServerDefinition,
  ports: Omit<LinePorts, 'watch'>,
  { attempt, scheduler, startMs, wasUp, installing }: Timing,
): Promise<ServerLine> {
  const { position } = ports.log;
  const { transport } = definition;
  const withinMs = definition.startWithinMs ?? startMs;
  const installer = transport.kind === 'stdio' ? installerOf(transport) : undefined;
  let cancelTimer = (): void => {};
  let launched: LaunchedServer | undefined;
  const installation =
    installer &&
    new Installation({
      installer,
      scheduler,
      activity: async () => (await launched?.activity()) ?? [],
      changed: () => follow(),
      stalled: (ms) => attempt.abort(stalledInstallation(ports.log, { withinMs: ms, position, wasUp })),
    });
  const follow = (): void => {
    cancelTimer();
    const isInstalling = installation?.isRunning === true;
    if (!isInstalling)
      cancelTimer = scheduler.after(withinMs, () =>
        attempt.abort(tooSlow(ports.log, { withinMs, position, wasUp })),
      );
    tell(isInstalling);
  };
  let isTold = false;
  const tell = (isInstalling: boolean): void => {
    if (isInstalling === isTold) return;
    isTold = isInstalling;
    installing(isInstalling ? installer?.name : undefined);
  };
  const watch: LinePorts['watch'] = {
    launched: (server) => {
      launched = server;
    },
    heard: (line) => installation?.heard(line),
    spoke: () => installation?.end(),
  };
  follow();
  try {
    return await openLine(definition, { ...ports, watch }, attempt.signal);
  } finally {
    installation?.end();
    cancelTimer();
    tell(false);
  }
}
