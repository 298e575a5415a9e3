import { byteOrderMark, plainDialect, type Dialect } from './dialect.ts';

/** Writes records so that the parser reads back the same fields. */
export function serializeCsv(
  records: Iterable<readonly string[]>,
  dialect: Pick<Dialect, 'delimiter' | 'quoting' | 'newline'> & Partial<Dialect> = plainDialect,
): string {
  const { delimiter, newline, quoting } = dialect;
  const special = new RegExp(`["\\r\\n${delimiter === '|' ? '\\|' : delimiter}]|^\\s|\\s$|^${byteOrderMark}`);
  const lines: string[] = [];
  for (const record of records) {
    // A single empty field must not look like a blank line, which readers skip.
    if (record.length <= 1 && (record[0] ?? '') === '') lines.push('""');
    else lines.push(record.map((field) => quote(field, special, quoting)).join(delimiter));
  }
  const end = dialect.finalNewline === false || lines.length === 0 ? '' : newline;
  return (dialect.mark === true ? byteOrderMark : '') + lines.join(newline) + end;
}

function quote(field: string, special: RegExp, quoting: Dialect['quoting']): string {
  if (quoting === 'needed' && !special.test(field)) return field;
  return `"${field.replaceAll('"', '""')}"`;
}

/** Content that a spreadsheet would run instead of showing. */
const formula = /^[=+\-@\t\r]/;
const harmlessNumber = /^[+-]?[\d.,]+%?$/;

/** Whether a program that opens the table might run a cell as a formula. */
export function looksLikeFormula(field: string): boolean {
  return formula.test(field) && !harmlessNumber.test(field);
}

/** For a copy that goes to a spreadsheet: formulas become text. The stored table keeps what was typed. */
export function withoutFormulas(field: string): string {
  return looksLikeFormula(field) ? `'${field}` : field;
}
