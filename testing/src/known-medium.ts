import { mediumLookup, type MediumOf, type TypeView } from '@loggia/protocol';

function shownBy(renderer: string, mime: string): TypeView {
  return {
    mime,
    label: mime,
    extensions: [],
    actions: [],
    owner: { kind: 'platform' },
    viewer: { kind: 'native', renderer },
    alternates: [],
  };
}

/** A few definitions like the platform's. */
export const knownMedium: MediumOf = mediumLookup([
  shownBy('text', 'text/*'),
  shownBy('json', 'application/json'),
  shownBy('image', 'image/*'),
  shownBy('audio', 'audio/*'),
  shownBy('video', 'video/*'),
]);
