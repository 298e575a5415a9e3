/** Base of every error that the kernel throws deliberately. `code` is for programs, the message for people. */
export class KernelError extends Error {
  readonly code: KernelErrorCode;

  constructor(code: KernelErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'KernelError';
    this.code = code;
  }
}

export type KernelErrorCode =
  | 'channel-exists'
  | 'channel-not-durable'
  | 'channel-removed'
  | 'channel-unloaded'
  | 'channel-unreadable'
  | 'foreign-channel'
  | 'kernel-closed'
  | 'kernel-stopped'
  | 'record-unreadable'
  | 'storage-stalled'
  | 'unknown-kind';

export class ChannelExists extends KernelError {
  constructor(uri: string) {
    super('channel-exists', `The channel ${uri} exists already. Choose another URI, or load this one.`);
  }
}

export class ChannelNotDurable extends KernelError {
  constructor(uri: string) {
    super(
      'channel-not-durable',
      `The channel ${uri} is not stored yet. Wait for kernel.load or kernel.afterCommit before showing it.`,
    );
  }
}

export class ChannelRemoved extends KernelError {
  constructor(uri: string) {
    super('channel-removed', `The channel ${uri} has been removed. Nothing can be appended to it any more.`);
  }
}

export class ChannelUnloaded extends KernelError {
  constructor(uri: string) {
    super(
      'channel-unloaded',
      `The channel ${uri} has left memory. Load it again, or keep it with kernel.pin while you hold on to it.`,
    );
  }
}

export class ChannelUnreadable extends KernelError {
  constructor(uri: string, why: string, options?: ErrorOptions) {
    super(
      'channel-unreadable',
      `The channel ${uri} cannot be read: ${why}. Run the version that wrote it, or remove the channel.`,
      options,
    );
  }
}

export class ForeignChannel extends KernelError {
  constructor(uri: string) {
    super('foreign-channel', `The channel ${uri} belongs to another kernel. Load it from this one.`);
  }
}

export class KernelClosed extends KernelError {
  constructor() {
    super('kernel-closed', 'The kernel is closed. Open the host again to continue.');
  }
}

export class KernelStopped extends KernelError {
  constructor(cause: unknown) {
    super(
      'kernel-stopped',
      'The store refused a commit for good, so the kernel has stopped to keep what is stored intact. ' +
        'Look at the cause, then restart the host: it continues from the last commit.',
      { cause },
    );
  }
}

export class RecordUnreadable extends KernelError {
  constructor(namespace: string, key: string, options?: ErrorOptions) {
    super(
      'record-unreadable',
      `The record "${key}" of "${namespace}" is damaged. Restore a backup of the database.`,
      options,
    );
  }
}

export class StorageStalled extends KernelError {
  constructor(reason: string, advice = 'Free some disk space or repair the disk, then try again.') {
    super('storage-stalled', `Nothing can be changed for now: ${reason}. ${advice}`);
  }
}

export class UnknownKind extends KernelError {
  constructor(uri: string, kind: string) {
    super(
      'unknown-kind',
      `The channel ${uri} is of the kind "${kind}", which this host does not know. ` +
        'Run a version or an extension that does.',
    );
  }
}

/**
 * A store rejects with this when the same batch may work later: disk full, I/O error, database busy. `reason` is a
 * short phrase that fits into a sentence; `advice` is a sentence, given if freeing disk space wouldn't help.
 */
export class TransientStoreError extends Error {
  readonly reason: string;
  readonly advice: string | undefined;

  constructor(reason: string, options?: ErrorOptions, advice?: string) {
    super(`Storage is not available for now: ${reason}.`, options);
    this.name = 'TransientStoreError';
    this.reason = reason;
    this.advice = advice;
  }
}
