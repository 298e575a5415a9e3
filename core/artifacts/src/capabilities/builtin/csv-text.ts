const delimiters = [',', ';', '\t'];

/** The one that the first line has most of. */
function delimiterOf(source: string): string {
  const end = source.search(/[\r\n]/);
  const line = end < 0 ? source.slice(0, 10_000) : source.slice(0, Math.min(end, 10_000));
  const counts = delimiters.map((mark) => line.split(mark).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** The cells of a table, a line for each row. A quote that is never closed costs the layout, not the words. */
export function csvText(source: string): string {
  const delimiter = delimiterOf(source);
  const out: string[] = [];
  let start = 0;
  let quoted = false;
  for (let index = 0; index < source.length; index++) {
    const unit = source[index];
    const isQuote = unit === '"';
    if (!isQuote && (quoted || unit !== delimiter)) continue;
    out.push(source.slice(start, index));
    start = index + 1;
    if (!isQuote) {
      out.push(' ');
    } else if (quoted && source[start] === '"') {
      out.push('"');
      start += 1;
      index += 1;
    } else {
      quoted = !quoted;
    }
  }
  out.push(source.slice(start));
  return out.join('');
}
