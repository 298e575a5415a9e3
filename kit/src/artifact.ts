import type { ArtifactReference, EventArguments } from '@loggia/content';

/** An artifact as the host hands it to the handler of its type. Send `revision` back as `ifRevision`. */
export type Artifact = Readonly<ArtifactReference>;

/** The same id means the same event, delivered again; the kit passes duplicates over. */
export type ArtifactEvent = Readonly<EventArguments['event']>;
