import type { Clock, Kernel, Scheduler } from '@loggia/kernel';
import type { SideChannels } from '@loggia/mcp';
import type { Implementation, NotificationName } from '@loggia/protocol';
import type { Sessions } from '@loggia/sessions';
import type { ChannelTable } from '../channels/channel-table.ts';
import type { Answers } from '../commands/answers.ts';
import type { Commands } from '../commands/table.ts';
import type { Frame } from './link.ts';
import type { WireLimits } from './limits.ts';
import type { StallGuard } from '../commands/stall-guard.ts';
import type { SnapshotTexts } from './snapshots.ts';
import type { WatchListener, Watchers } from './watchers.ts';

/** What every connection shares. */
export interface WireServices extends WatchListener {
  readonly kernel: Kernel;
  readonly sessions: Sessions;
  /** Who may watch and act on what, and who carries actions out. */
  readonly channels: ChannelTable;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly limits: WireLimits;
  readonly commands: Commands;
  readonly answers: Answers;
  /** Bounds what clients wait for while storage accepts no writes. */
  readonly guard: StallGuard;
  readonly snapshots: SnapshotTexts;
  readonly watchers: Watchers;
  /** Absent: this host has no `mcp:` channels. */
  readonly sideChannels?: SideChannels | undefined;
  readonly serverInfo: Implementation;
  readonly defaultDirectory: string | undefined;
  /** A client does not watch the channel any more. */
  unsubscribed(clientId: string, channel: string): Promise<void>;
  /** The frame of a notification; the same one for everybody who is told. */
  notificationFrame(name: NotificationName, params: Record<string, unknown>): Frame;
  report(problem: string, error: unknown): void;
}
