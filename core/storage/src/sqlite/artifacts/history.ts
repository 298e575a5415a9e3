import type { CommitRow, VersionRow } from '@loggia/artifacts/store';
import type { SqliteDriver, SqliteStatement } from '../driver.ts';
import { contentOf } from './artifact-table.ts';

interface VersionRecord {
  readonly version: number;
  readonly commit_id: string;
  readonly author: string;
  readonly at: string;
  readonly type: string;
  readonly title: string;
  readonly content_hash: string | null;
  readonly content_size: number | null;
  readonly message: string;
  readonly context: string;
}

const versionColumns =
  'version, commit_id, author, at, type, title, content_hash, content_size, message, context';
const commitColumns = 'id, workspace, author, at, message';

/** Versions and the commits that made them. Both are immutable. */
export class History {
  readonly #addVersion: SqliteStatement;
  readonly #version: SqliteStatement;
  readonly #versions: SqliteStatement;
  readonly #removeVersions: SqliteStatement;
  readonly #versionsOf: SqliteStatement;
  readonly #addCommit: SqliteStatement;
  readonly #commitNum: SqliteStatement;
  readonly #commits: SqliteStatement;
  readonly #removeCommits: SqliteStatement;
  readonly #removeCommitsOf: SqliteStatement;

  constructor(database: SqliteDriver) {
    this.#addVersion = database.prepare(
      `INSERT INTO versions (artifact, ${versionColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const ofArtifact = `SELECT ${versionColumns} FROM versions
      WHERE artifact = (SELECT num FROM artifacts WHERE id = ?)`;
    this.#version = database.prepare(`${ofArtifact} AND version = ?`);
    this.#versions = database.prepare(`${ofArtifact} AND version < ? ORDER BY version DESC LIMIT ?`);
    this.#removeVersions = database.prepare('DELETE FROM versions WHERE artifact = ?');
    this.#versionsOf = database.prepare(
      `SELECT artifacts.id AS artifact, versions.version, versions.title
         FROM versions CROSS JOIN artifacts ON artifacts.num = versions.artifact
         WHERE commit_id = ? ORDER BY versions.num LIMIT ?`,
    );
    this.#addCommit = database.prepare(`INSERT INTO commits (${commitColumns}) VALUES (?, ?, ?, ?, ?)`);
    this.#commitNum = database.prepare('SELECT num FROM commits WHERE id = ?');
    this.#commits = database.prepare(
      `SELECT ${commitColumns} FROM commits WHERE workspace = ? AND num < ? ORDER BY num DESC LIMIT ?`,
    );
    this.#removeCommitsOf = database.prepare(
      `DELETE FROM commits WHERE id IN (SELECT commit_id FROM versions WHERE artifact = ?)
         AND NOT EXISTS (SELECT 1 FROM versions WHERE commit_id = commits.id AND artifact <> ?)`,
    );
    this.#removeCommits = database.prepare('DELETE FROM commits WHERE workspace = ?');
  }

  addVersion(artifact: number, row: VersionRow): void {
    this.#addVersion.run([
      artifact,
      row.version,
      row.commit,
      row.author,
      row.at,
      row.type,
      row.title,
      row.content?.hash ?? null,
      row.content?.size ?? null,
      row.message,
      row.context,
    ]);
  }

  version(artifact: string, version: number): VersionRow | undefined {
    const record = this.#version.get<VersionRecord>([artifact, version]);
    return record && versionOf(artifact, record);
  }

  versions(artifact: string, before: number | undefined, limit: number): VersionRow[] {
    return this.#versions
      .all<VersionRecord>([artifact, before ?? Number.MAX_SAFE_INTEGER, limit])
      .map((record) => versionOf(artifact, record));
  }

  removeVersions(artifact: number): void {
    this.#removeVersions.run([artifact]);
  }

  versionsOf(commit: string, limit: number): { artifact: string; version: number; title: string }[] {
    return this.#versionsOf
      .all<{ artifact: string; version: number; title: string }>([commit, limit])
      .map(({ artifact, version, title }) => ({ artifact, version, title }));
  }

  addCommit({ id, workspace, author, at, message }: CommitRow): void {
    this.#addCommit.run([id, workspace, author, at, message]);
  }

  commits(workspace: string, after: string | undefined, limit: number): CommitRow[] {
    const last = after === undefined ? undefined : this.#commitNum.get<{ num: number }>([after]);
    return this.#commits
      .all<CommitRow>([workspace, last?.num ?? Number.MAX_SAFE_INTEGER, limit])
      .map((row) => ({
        id: row.id,
        workspace: row.workspace,
        author: row.author,
        at: row.at,
        message: row.message,
      }));
  }

  /** Removes the commits that contain only this artifact. */
  removeCommitsOf(artifact: number): void {
    this.#removeCommitsOf.run([artifact, artifact]);
  }

  removeCommits(workspace: string): void {
    this.#removeCommits.run([workspace]);
  }
}

function versionOf(artifact: string, record: VersionRecord): VersionRow {
  return {
    artifact,
    version: record.version,
    commit: record.commit_id,
    author: record.author,
    at: record.at,
    type: record.type,
    title: record.title,
    content: contentOf(record),
    message: record.message,
    context: record.context,
  };
}
