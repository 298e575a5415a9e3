import type { Clock, Kernel, Scheduler } from '@loggia/kernel';
import type { UsageInfo } from '@loggia/protocol';
import type { AgentOffers } from '../agent-offers.ts';
import type { ChatLog, OpenChat } from '../chat-log.ts';
import type { ModelInput } from '../embedded.ts';
import type { TurnEquipment } from '../host-tools/turn-equipment.ts';
import type { Files } from '../files.ts';
import type { ChatMemory, Harness, TurnFiles, WorkspaceContents } from '../harness.ts';
import type { SettingsIn } from '../session-lifecycle.ts';
import type { Confirmations } from './confirmations.ts';

export interface TurnPorts {
  readonly kernel: Kernel;
  readonly log: ChatLog;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly equipment: TurnEquipment;
  readonly confirmations: Confirmations;
  readonly modelInput: ModelInput;
  readonly files: Files;
  /** How long an agent may stay silent; zero for no limit. */
  readonly stallMs: number;
  newId(): string;
  isConnected(clientId: string): boolean;
  /** The contents of the session's workspace. */
  desk(open: OpenChat): Promise<WorkspaceContents | undefined>;
  /** The files that a chat works on. */
  filesFor(open: OpenChat): TurnFiles;
  memoryOf(chat: string, agent: string): ChatMemory;
  /** Which tools agents have to search for. */
  toolSettings(open: OpenChat): Pick<ReturnType<SettingsIn>, 'toolBudget' | 'pinnedTools'>;
  readonly offers: Pick<AgentOffers, 'announcementsOf' | 'chosenFor'>;
  /** The user's token for a resource that an agent itself needs. */
  tokenFor(resource: string): Promise<string | undefined>;
  /** An agent reported what its turn has used so far. */
  used(open: OpenChat, usage: UsageInfo): void;
  report(problem: string, error: unknown): void;
}

export interface TurnStart {
  readonly open: OpenChat;
  readonly harness: Harness | undefined;
  /** The client that started it; its tools are preferred. */
  readonly startedBy: string | undefined;
  /** The language of that client. */
  readonly locale: string | undefined;
  /** The user the agent works for in this turn. */
  readonly person: string;
  readonly resumes: boolean;
  /** Called once, when the turn is over; the agent may take longer to notice. */
  ended(): void;
}
