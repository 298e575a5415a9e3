/**
 * Something went wrong that no caller is waiting to hear about. `message` says what and what to do.
 *
 * - `subscriber`, `callback`: code outside the kernel threw; everybody else was served as usual.
 * - `kind`: a channel kind threw while a channel was described or snapshotted; its last good one stays.
 * - `storage-stalled`, `storage-recovered`: writes are waiting, or no longer are.
 * - `fatal`: the store refused a commit for good; the kernel has stopped.
 */
export interface Problem {
  readonly kind: 'subscriber' | 'callback' | 'kind' | 'storage-stalled' | 'storage-recovered' | 'fatal';
  readonly message: string;
  readonly channel?: string;
  readonly error?: unknown;
}

export type Report = (problem: Problem) => void;
