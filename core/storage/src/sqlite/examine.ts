import { askBeside } from './beside.ts';

const mostProblems = 20;

/** Doesn't block: the copy reads from a snapshot, so commits can go on. */
export async function copyBeside(from: string, to: string): Promise<void> {
  const { error } = await askBeside(from, [{ sql: 'VACUUM INTO ?', parameters: [to] }]);
  if (error !== undefined) throw new Error(`The database could not be copied to ${to}: ${error}.`);
}

/** Checks every page, but not whether indexes match their tables. */
export async function quickCheckBeside(file: string): Promise<readonly string[]> {
  const { answers, error } = await askBeside(file, [
    { sql: `SELECT CAST(quick_check AS BLOB) FROM pragma_quick_check LIMIT ${mostProblems}` },
  ]);
  if (error !== undefined) return [error];
  return (answers[0] ?? []).map(([line]) => String(line)).filter((line) => line !== 'ok');
}

/** Checks every page, whether indexes match their tables, and whether the search index matches its texts. */
export async function examineBeside(file: string): Promise<readonly string[]> {
  const { answers, error } = await askBeside(file, [
    { sql: 'PRAGMA busy_timeout = 10000' },
    { sql: `SELECT CAST(integrity_check AS BLOB) FROM pragma_integrity_check LIMIT ${mostProblems}` },
    { sql: "INSERT INTO search_index (search_index, rank) VALUES ('integrity-check', 1)" },
  ]);
  const said = (answers[1] ?? []).map(([line]) => String(line)).filter((line) => line !== 'ok');
  if (error === undefined || said.length > 0) return said;
  return [answers.length === 2 ? `the search index does not match the texts (${error})` : error];
}

/** The facts about a database file that no host uses. */
export interface DatabaseCopy {
  /** In SQLite's words. */
  readonly problems: readonly string[];
  /** The version of its tables; 0 if they can't be read. */
  readonly schema: number;
  /** The hashes of the contents that artifacts, their versions and sessions use. */
  readonly contents: readonly string[];
}

/** Checks a copy as `examineBeside` does and lists what it needs. Changes nothing in it. */
export async function examineCopy(file: string): Promise<DatabaseCopy> {
  const unreadable = (problem: string): DatabaseCopy => ({ problems: [problem], schema: 0, contents: [] });
  try {
    const problems = await examineBeside(file);
    if (problems.length > 0) return { problems, schema: 0, contents: [] };
    const { answers, error } = await askBeside(file, [
      { sql: 'SELECT max(version) FROM schema_version' },
      { sql: 'SELECT hash FROM contents WHERE names > 0' },
    ]);
    if (error !== undefined) return unreadable(error);
    const [[version] = [], contents = []] = answers;
    return { problems, schema: Number(version?.[0] ?? 0), contents: contents.map(([hash]) => String(hash)) };
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error));
  }
}
