import { mediumLookup, type TypeView } from '@loggia/protocol';

/** A few definitions such as the platform has. */
export const knownMedium = mediumLookup(
  ['text', 'image', 'audio', 'video'].map((renderer): TypeView => ({
    mime: `${renderer}/*`,
    label: renderer,
    extensions: [],
    actions: [],
    owner: { kind: 'platform' },
    viewer: { kind: 'native', renderer },
    alternates: [],
  })),
);
