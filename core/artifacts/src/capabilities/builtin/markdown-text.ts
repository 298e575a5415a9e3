const fence = /^ {0,3}(?:`{3,}|~{3,})/;
/** Lines that only draw a rule: under a heading, under a table's header, between sections. */
const rule = /^[\s|:=_*-]*$/;
const lead = /^\s*(?:>\s?)*(?:#{1,6}\s+|[-+*]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+)?/;
// Each pattern stops at the next delimiter of its own kind, which keeps matching linear.
const link = /!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g;
const tag = /<[a-z/!][^<>]*>/gi;
const comment = /<!--|-->/g;
const marks = /[*`~|]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;

const special = /[[<*`~|_]/;

function plainLine(line: string): string {
  const rest = line.replace(lead, '');
  // Most lines have none, and there can be very many lines.
  if (!special.test(rest)) return rest;
  return rest.replaceAll(link, '$1').replaceAll(comment, '').replaceAll(tag, '').replaceAll(marks, '');
}

/** Approximately the text of the rendered Markdown: good enough for search. */
export function markdownText(source: string): string {
  let inCode = false;
  const lines = source.split(/\r?\n/).flatMap((line) => {
    if (fence.test(line)) {
      inCode = !inCode;
      return [];
    }
    if (inCode) return [line];
    return line.trim() !== '' && rule.test(line) ? [] : [plainLine(line)];
  });
  return lines.join('\n');
}
