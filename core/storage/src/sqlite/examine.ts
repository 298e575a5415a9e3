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
    { sql: `SELECT CAST(quick_check AS BLOB) FROM pragma_quick_check(${mostProblems})` },
  ]);
  if (error !== undefined) return [error];
  return (answers[0] ?? []).map(([line]) => String(line)).filter((line) => line !== 'ok');
}

/** Checks every page, whether indexes match their tables, and whether the search index matches its texts. */
export async function examineBeside(file: string): Promise<readonly string[]> {
  const { answers, error } = await askBeside(file, [
    { sql: 'PRAGMA busy_timeout = 10000' },
    { sql: `SELECT CAST(integrity_check AS BLOB) FROM pragma_integrity_check(${mostProblems})` },
    { sql: "INSERT INTO search_index (search_index, rank) VALUES ('integrity-check', 1)" },
  ]);
  const said = (answers[1] ?? []).map(([line]) => String(line)).filter((line) => line !== 'ok');
  if (error === undefined || said.length > 0) return said;
  return [answers.length === 2 ? `the search index does not match the texts (${error})` : error];
}
