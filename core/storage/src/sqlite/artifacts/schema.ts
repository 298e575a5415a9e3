/** Counts a reference to the bytes with this hash. */
function named(hash: string): string {
  return `INSERT INTO contents (hash, names) VALUES (${hash}, 1)
      ON CONFLICT (hash) DO UPDATE SET names = names + 1;`;
}

function unnamed(hash: string): string {
  return `UPDATE contents SET names = names - 1 WHERE hash = ${hash};
      DELETE FROM contents WHERE hash = ${hash} AND names = 0 AND at IS NULL;`;
}

/** Triggers that count references to bytes in a column, so that no write can forget it. */
function counting(table: string, column: string): string {
  return `
  CREATE TRIGGER ${table}_${column}_inserted AFTER INSERT ON ${table} WHEN new.${column} IS NOT NULL BEGIN
      ${named(`new.${column}`)}
  END;
  CREATE TRIGGER ${table}_${column}_named AFTER UPDATE OF ${column} ON ${table}
      WHEN new.${column} IS NOT NULL AND new.${column} IS NOT old.${column} BEGIN
      ${named(`new.${column}`)}
  END;
  CREATE TRIGGER ${table}_${column}_unnamed AFTER UPDATE OF ${column} ON ${table}
      WHEN old.${column} IS NOT NULL AND new.${column} IS NOT old.${column} BEGIN
      ${unnamed(`old.${column}`)}
  END;
  CREATE TRIGGER ${table}_${column}_deleted AFTER DELETE ON ${table} WHEN old.${column} IS NOT NULL BEGIN
      ${unnamed(`old.${column}`)}
  END;`;
}

/** One index for each order in which lists are read. */
function ordered(name: string, columns: string): string {
  return ['modified_at', 'created_at', 'title_key']
    .map((order) => `CREATE INDEX ${name}_${order} ON listing (${columns}, ${order}, id);`)
    .join('\n  ');
}

/**
 * The tables for artifacts.
 *
 * Rows refer to each other by number; ids are for the world outside. Wide columns come last, so that the narrow ones
 * can be read without them.
 */
export const artifactSchema = `
  CREATE TABLE workspaces (
    num INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    description TEXT,
    created_at TEXT NOT NULL
  ) STRICT;

  -- shown: how many artifacts are listed in it; kept by triggers.
  CREATE TABLE collections (
    num INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    description TEXT,
    created_at TEXT NOT NULL,
    modified_at TEXT NOT NULL,
    shown INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE artifacts (
    num INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    workspace TEXT NOT NULL,
    type TEXT NOT NULL,
    title TEXT NOT NULL,
    archived INTEGER NOT NULL,
    dirty INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL,
    modified_at TEXT NOT NULL,
    modified_by TEXT NOT NULL,
    deleted_at TEXT,
    content_hash TEXT,
    content_size INTEGER,
    substance_key TEXT NOT NULL,
    derived_key TEXT,
    thumbnail TEXT,
    excerpt TEXT,
    context TEXT NOT NULL
  ) STRICT;
  CREATE INDEX artifacts_underived ON artifacts (id)
    WHERE derived_key IS NOT substance_key AND deleted_at IS NULL;

  CREATE TABLE versions (
    num INTEGER PRIMARY KEY,
    artifact INTEGER NOT NULL REFERENCES artifacts (num),
    version INTEGER NOT NULL,
    commit_id TEXT NOT NULL,
    author TEXT NOT NULL,
    at TEXT NOT NULL,
    type TEXT NOT NULL,
    title TEXT NOT NULL,
    content_hash TEXT,
    content_size INTEGER,
    message TEXT NOT NULL,
    context TEXT NOT NULL,
    UNIQUE (artifact, version)
  ) STRICT;
  CREATE INDEX versions_by_commit ON versions (commit_id);

  CREATE TABLE commits (
    num INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    workspace TEXT NOT NULL,
    author TEXT NOT NULL,
    at TEXT NOT NULL,
    message TEXT NOT NULL
  ) STRICT;
  CREATE INDEX commits_by_workspace ON commits (workspace);

  CREATE TABLE links (
    collection INTEGER NOT NULL REFERENCES collections (num),
    artifact INTEGER NOT NULL REFERENCES artifacts (num),
    at TEXT NOT NULL,
    PRIMARY KEY (collection, artifact)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX links_by_artifact ON links (artifact);

  -- Where an artifact is listed: in its workspace always, in a collection while that shows it. A place is twice the
  -- number of a workspace, or one more than twice that of a collection. A shelf is the artifact's state, or its state
  -- in the trash.
  CREATE TABLE listing (
    artifact INTEGER NOT NULL REFERENCES artifacts (num),
    place INTEGER NOT NULL,
    shelf INTEGER NOT NULL,
    type TEXT NOT NULL,
    modified_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    title_key TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (artifact, place)
  ) STRICT, WITHOUT ROWID;
  ${ordered('listing_by', 'place, shelf')}
  ${ordered('listing_by_type', 'place, type, shelf')}
  CREATE TRIGGER listing_shown AFTER INSERT ON listing WHEN new.place & 1 BEGIN
    UPDATE collections SET shown = shown + 1 WHERE num = new.place >> 1;
  END;
  CREATE TRIGGER listing_hidden AFTER DELETE ON listing WHEN old.place & 1 BEGIN
    UPDATE collections SET shown = shown - 1 WHERE num = old.place >> 1;
  END;

  -- first: no event of the same artifact is before it.
  CREATE TABLE events (
    num INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    artifact TEXT NOT NULL,
    workspace TEXT NOT NULL,
    type TEXT NOT NULL,
    kind TEXT NOT NULL,
    at TEXT NOT NULL,
    status TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    first INTEGER NOT NULL,
    server TEXT,
    reason TEXT,
    payload TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_by_artifact ON events (artifact);
  CREATE INDEX events_by_workspace ON events (workspace);
  CREATE INDEX events_by_status ON events (status);
  CREATE INDEX events_by_workspace_and_status ON events (workspace, status);
  CREATE INDEX events_due ON events (next_at) WHERE first = 1 AND status = 'waiting';

  CREATE TABLE documents (
    num INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    ref TEXT NOT NULL,
    parent TEXT NOT NULL,
    workspace TEXT,
    at TEXT NOT NULL,
    data TEXT NOT NULL,
    UNIQUE (kind, ref)
  ) STRICT;
  CREATE INDEX documents_by_parent ON documents (parent);
  CREATE INDEX documents_by_workspace ON documents (workspace) WHERE workspace IS NOT NULL;

  -- What can be found. Its number is twice that of an artifact, or one more than twice that of a document.
  CREATE TABLE search_entries (
    num INTEGER PRIMARY KEY,
    workspace TEXT,
    at TEXT NOT NULL,
    shelf INTEGER,
    type TEXT
  ) STRICT;
  CREATE TABLE search_texts (
    num INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE search_index USING fts5(
    title, text,
    content = 'search_texts', content_rowid = 'num',
    tokenize = 'unicode61 remove_diacritics 2',
    prefix = '2 3'
  );

  CREATE TABLE capabilities (
    key TEXT PRIMARY KEY,
    at TEXT NOT NULL,
    result TEXT NOT NULL
  ) STRICT;

  -- names: how many rows name it; kept by triggers. Without size and time it is only named: the bytes are not here.
  CREATE TABLE contents (
    hash TEXT PRIMARY KEY,
    names INTEGER NOT NULL,
    size INTEGER,
    at TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX contents_unused ON contents (hash, at) WHERE names = 0 AND at IS NOT NULL;
  ${counting('artifacts', 'content_hash')}
  ${counting('artifacts', 'thumbnail')}
  ${counting('versions', 'content_hash')}
`;

/** Which bytes the messages of a chat name. */
export const attachedSchema = `
  CREATE TABLE attached (
    chat TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (chat, hash)
  ) STRICT, WITHOUT ROWID;
  ${counting('attached', 'hash')}
`;
