import type { ChannelObserver } from './kernel-options.ts';

/** One observer that passes everything on to several, in order. */
export function jointObserver(observers: readonly ChannelObserver[]): ChannelObserver {
  return {
    created: (channel) => observers.forEach((observer) => observer.created?.(channel)),
    appended: (channel, action) => observers.forEach((observer) => observer.appended(channel, action)),
    removed: (uri) => observers.forEach((observer) => observer.removed(uri)),
  };
}
