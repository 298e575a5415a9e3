/** Counts of what a run did. A simulation that no longer does one of these things would prove less than it claims. */
export const counters = [
  'steps',
  'crashes',
  'crashesWhileStarting',
  'commitsLostInCrash',
  'commitsLandedInCrash',
  'stops',
  'cuts',
  'cutsMidHandshake',
  'linesLeftHalfOpen',
  'slowReadersDropped',
  'clientRestarts',
  'initialized',
  'replays',
  'actionsReplayed',
  'snapshotAnswers',
  'reconnectsRefused',
  'accepted',
  'rejected',
  'unconfirmed',
  'trims',
  'snapshotsStored',
  'evictions',
  'coldLoads',
  'diskStalls',
  'turnsStarted',
  'turnsCompleted',
  'turnsCancelled',
  'turnsFailed',
  'turnsCutOff',
  'turnsResumed',
  'truncations',
  'questionsAnswered',
  'toolCallsEnded',
  'steeringTaken',
  'queueTaken',
  'forks',
  'sideChats',
  'channelsRemoved',
  'clientsWoundUp',
  'pagesLoaded',
  'textsMerged',
  'commentsChanged',
] as const;

export type Counter = (typeof counters)[number];
export type Tally = Record<Counter, number>;

export function newTally(): Tally {
  return Object.fromEntries(counters.map((counter) => [counter, 0])) as Tally;
}

export function addTo(total: Tally, tally: Tally): void {
  for (const counter of counters) total[counter] += tally[counter];
}

const byType: Readonly<Record<string, Counter>> = {
  'chat/turnStarted': 'turnsStarted',
  'chat/turnComplete': 'turnsCompleted',
  'chat/turnCancelled': 'turnsCancelled',
  'chat/error': 'turnsFailed',
  'chat/turnResume': 'turnsResumed',
  'chat/truncated': 'truncations',
  'chat/inputCompleted': 'questionsAnswered',
  'chat/toolCallComplete': 'toolCallsEnded',
};

/** Counts what became durable. */
export function countAction(
  tally: Tally,
  action: { readonly type: string } & Readonly<Record<string, unknown>>,
  byClient: boolean,
): void {
  if (action.type.startsWith('annotations/')) tally.commentsChanged += 1;
  const counter = byType[action.type];
  if (counter) tally[counter] += 1;
  if (action.type === 'chat/error') {
    const { error } = action['part'] as { error: { errorType: string } };
    if (error.errorType === 'hostStopped') tally.turnsCutOff += 1;
  }
  if (byClient) return;
  if (action.type === 'chat/pendingMessageRemoved') {
    tally[action['kind'] === 'steering' ? 'steeringTaken' : 'queueTaken'] += 1;
  }
  if (action.type === 'session/activeClientRemoved') tally.clientsWoundUp += 1;
}
