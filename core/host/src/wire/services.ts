import type { Clock, Kernel, Scheduler } from '@loggia/kernel';
import type { SideChannels } from '@loggia/mcp';
import type { Implementation, NotificationName } from '@loggia/protocol';
import type { Sessions } from '@loggia/sessions';
import type { ChannelTable } from '../channels/channel-table.ts';
import type { Answers } from '../commands/answers.ts';
import type { Commands } from '../commands/table.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { Frame } from './link.ts';
import type { WireLimits } from './limits.ts';
import type { StallGuard } from '../commands/stall-guard.ts';
import type { SnapshotTexts } from './snapshots.ts';
import type { WatchListener, Watchers } from './watchers.ts';

/** The services that all connections share. */
export interface WireServices extends WatchListener {
  readonly kernel: Kernel;
  readonly sessions: Sessions;
  /** Decides who may watch and act on channels, and handles actions. */
  readonly channels: ChannelTable;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** For turns and messages whose client leaves their ids to the host. */
  newId(): string;
  readonly limits: WireLimits;
  readonly commands: Commands;
  readonly answers: Answers;
  /** Limits how long clients wait while storage doesn't accept writes. */
  readonly guard: StallGuard;
  readonly snapshots: SnapshotTexts;
  readonly watchers: Watchers;
  /** Absent: this host has no `mcp:` channels. */
  readonly sideChannels?: SideChannels | undefined;
  /** Absent: this host exports no telemetry. */
  readonly telemetry?: Telemetry | undefined;
  readonly serverInfo: Implementation;
  readonly defaultDirectory: string | undefined;
  /** A client no longer watches the channel. */
  unsubscribed(clientId: string, channel: string): Promise<void>;
  /** The frame of a notification; the same one for every receiver. */
  notificationFrame(name: NotificationName, params: Record<string, unknown>): Frame;
  report(problem: string, error: unknown): void;
}
