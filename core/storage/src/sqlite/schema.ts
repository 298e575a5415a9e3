import { artifactSchema, attachedSchema } from './artifacts/schema.ts';

/** 'Logg' in ASCII: tells our files from other SQLite databases. */
export const applicationId = 0x4c6f6767;

/**
 * The steps from one version to the next. A released migration never changes.
 *
 * The log is a table by sequence number with an index by channel. One table by channel and number would read a little
 * faster, but would insert at as many places as there are channels: measured, a quarter of the speed with a thousand.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE position (
    name TEXT PRIMARY KEY,
    seq INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO position (name, seq) VALUES ('last', 0), ('trimmed', 0);

  CREATE TABLE channels (
    id INTEGER PRIMARY KEY,
    uri TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    parent TEXT,
    created_at TEXT NOT NULL,
    created_seq INTEGER NOT NULL,
    modified_at TEXT NOT NULL,
    busy INTEGER NOT NULL,
    title TEXT,
    title_folded TEXT,
    summary TEXT
  ) STRICT;
  CREATE INDEX channels_by_modified ON channels (kind, modified_at DESC, uri DESC);
  CREATE INDEX channels_busy ON channels (kind, uri) WHERE busy = 1;

  CREATE TABLE log (
    seq INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL REFERENCES channels (id),
    changed INTEGER NOT NULL,
    json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX log_by_channel ON log (channel_id, seq);

  CREATE TABLE snapshots (
    channel_id INTEGER PRIMARY KEY REFERENCES channels (id),
    seq INTEGER NOT NULL,
    head TEXT NOT NULL
  ) STRICT;

  CREATE TABLE snapshot_items (
    channel_id INTEGER NOT NULL REFERENCES channels (id),
    position INTEGER NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (channel_id, position)
  ) STRICT;

  CREATE TABLE records (
    namespace TEXT NOT NULL,
    key TEXT NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (namespace, key)
  ) STRICT, WITHOUT ROWID;
  `,
  artifactSchema,
  // The author. Null for the host itself, and for rows logged before this column existed.
  'ALTER TABLE log ADD COLUMN author TEXT',
  attachedSchema,
];

/** The version of the tables that this program writes. It reads all earlier ones. */
export const schemaVersion = migrations.length;
