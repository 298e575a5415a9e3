import { localTokenFile } from '@loggia/access';
import { lockDirectory } from '@loggia/storage';
import { prepareDataDirectory } from '../config/data-directory.ts';
import type { Flags } from '../config/flags.ts';
import { type HostConfig, loadConfig } from '../config/host-config.ts';
import { assertNoUnfinishedRestore } from '../data/unfinished-restore.ts';
import { loadHarnesses } from '../config/load-harnesses.ts';
import { currentEnvironment, type HostEnvironment } from '../config/host-environment.ts';
import type { HostOptions, RunningHost } from '../host.ts';
import { defaultLogLevel } from '../log-level.ts';
import { createLogger, type Logger } from '../logger.ts';
import { CleanUp } from './clean-up.ts';
import { type PublishedEndpoint, publishEndpoint, removeStaleEndpoint } from './endpoint-file.ts';
import { openBrowser, shouldOpenBrowser } from './open-browser.ts';
import { onStopReason, stopOrder, type StopReason } from './stop-reasons.ts';
import { readVersion } from './version.ts';

type StartHost = (options: Omit<HostOptions, 'shipped'>) => Promise<RunningHost>;
type StartListening = (options: Omit<HostOptions, 'failed' | 'shipped'>) => Promise<RunningHost>;

/** A host that hasn't stopped by then won't. */
const stopWithinMs = 15_000;

/** Serves until told to stop; returns the exit code. Throws if it can't start. */
export async function serve(flags: Flags, startHost: StartHost): Promise<0 | 1> {
  const logger = createLogger(flags.logLevel ?? defaultLogLevel);
  const cleanUp = new CleanUp();
  let hear: (reason: StopReason) => void = () => undefined;
  const told = new Promise<StopReason>((resolve) => {
    const order = stopOrder(() => performance.now());
    hear = (reason) => {
      if (reason.kind === 'failure') logger.fatal({ err: reason.error }, 'An uncaught error occurred.');
      const what = order(reason);
      if (what === 'exit at once') process.exit(1);
      if (what === 'stop') resolve(reason);
    };
    onStopReason(hear, (error) =>
      logger.error({ err: error }, 'An unhandled rejection occurred; the host keeps running.'),
    );
  });
  const failed = (error: unknown) => hear({ kind: 'failure', error });
  const started = start(flags, (options) => startHost({ ...options, failed }), logger, cleanUp);
  let reason: StopReason;
  try {
    reason = await Promise.race([told, started.then(() => told)]);
  } catch (error) {
    await cleanUp.run();
    throw error;
  }
  logger.info(reason.kind === 'signal' ? { signal: reason.signal } : {}, 'Stopping.');
  // Opening must finish before anything can be closed.
  const stopped = started.catch(() => undefined).then(() => cleanUp.run());
  const errors = await Promise.race([stopped, failAfter(stopWithinMs)]);
  for (const error of errors) logger.error({ err: error }, 'The host did not stop cleanly.');
  return reason.kind === 'signal' && errors.length === 0 ? 0 : 1;
}

async function start(
  flags: Flags,
  startHost: StartListening,
  logger: Logger,
  cleanUp: CleanUp,
): Promise<void> {
  // Everything the host writes is private to its owner, even in a directory that others can enter.
  const umask = process.umask(0o077);
  const version = readVersion();
  const environment = currentEnvironment();
  const config = await loadConfig(flags, environment);
  const { dataDirectory } = config;
  // Before the directory is created, so that it can be put back with a rename.
  await assertNoUnfinishedRestore(dataDirectory);
  warn(config, await prepareDataDirectory(dataDirectory), logger);
  const lock = lockDirectory(dataDirectory);
  cleanUp.add(() => lock.release());
  // Again, because a restore may have renamed the directory before it was locked.
  const left = await assertNoUnfinishedRestore(dataDirectory);
  if (left !== undefined)
    logger.warn({ folder: left }, 'A restore that did not finish left this folder. You can delete it.');
  await removeStaleEndpoint(dataDirectory);
  const { harnesses, origins } = await loadHarnesses(config, environment.env);

  let endpoint: PublishedEndpoint | undefined;
  const publish = async (token: string): Promise<void> => {
    const { http, ahp, sandbox } = host;
    endpoint = await publishEndpoint(dataDirectory, { pid: process.pid, version, http, ahp, token, sandbox });
  };
  const host: RunningHost = await startHost({
    config,
    harnesses,
    origins,
    logger,
    version,
    umask,
    tokenRotated: publish,
  });
  cleanUp.add(() => host.close());
  await publish(host.token);
  cleanUp.add(() => endpoint?.withdraw());
  announce({ version, host, dataDirectory, flags, environment });
}

interface Announcement {
  readonly version: string;
  readonly host: RunningHost;
  readonly dataDirectory: string;
  readonly flags: Flags;
  readonly environment: HostEnvironment;
}

/** The token is never printed; a ticket only if the output is a terminal. */
function announce({ version, host, dataDirectory, flags, environment }: Announcement): void {
  const isTerminal = process.stdout.isTTY;
  // After the # it stays in the browser: no server sees it.
  const address = isTerminal ? host.entrance() : host.http;
  const how = isTerminal
    ? 'The address works once, for five minutes; "loggia open" gives you another.'
    : `Sign in with "loggia open"; the token is in ${localTokenFile(dataDirectory)}.`;
  process.stdout.write(`Loggia ${version} is ready: ${address}\n${how}\n`);
  if (shouldOpenBrowser(environment, { noOpen: flags.noOpen, isTerminal }))
    openBrowser(environment.platform, host.entrance());
}

function warn(
  { dataDirectory, host }: HostConfig,
  { openToOthers }: { openToOthers: boolean },
  logger: Logger,
): void {
  if (openToOthers) {
    logger.warn(
      { dataDirectory },
      'Other users of this machine can read the data directory; restrict it with "chmod 700".',
    );
  }
  if (!/^(127\.|::1$|localhost$)/.test(host)) {
    logger.warn({ host }, 'Other machines can reach this host, and what they send is not encrypted.');
  }
}

async function failAfter(ms: number): Promise<readonly unknown[]> {
  return new Promise((resolve) => {
    setTimeout(() => resolve([new Error(`Something is still open after ${ms / 1000} seconds.`)]), ms).unref();
  });
}
