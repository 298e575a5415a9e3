import { askBeside } from './beside.ts';

const mostProblems = 20;

/** Without stopping anybody: a copy is read from a snapshot that commits do not disturb. */
export async function copyBeside(from: string, to: string): Promise<void> {
  const { error } = await askBeside(from, [{ sql: 'VACUUM INTO ?', parameters: [to] }]);
  if (error !== undefined) throw new Error(`The database could not be copied to ${to}: ${error}.`);
}

/** Every page, but not whether indexes hold what their tables do. */
export async function quickCheckBeside(file: string): Promise<readonly string[]> {
  const { answers, error } = await askBeside(file, [
    { sql: `SELECT CAST(quick_check AS BLOB) FROM pragma_quick_check(${mostProblems})` },
  ]);
  if (error !== undefined) return [error];
  return (answers[0] ?? []).map(([line]) => String(line)).filter((line) => line !== 'ok');
}

/** Every page, whether indexes hold what their tables do, and whether the search index matches its texts. */
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
