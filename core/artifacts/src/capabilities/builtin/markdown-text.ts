const fence = /^ {0,3}(?:`{3,}|~{3,})/;
/** Lines that only rule something off: under a heading, under the head of a table, between sections. */
const rule = /^[\s|:=_*-]*$/;
const lead = /^\s*(?:>\s?)*(?:#{1,6}\s+|[-+*]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+)?/;
// Each of them stops at the next mark of its own kind, so that no line takes longer than it is long.
const link = /!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g;
const tag = /<[a-z/!][^<>]*>/gi;
const comment = /<!--|-->/g;
const marks = /[*`~|]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;

const special = /[[<*`~|_]/;

function plainLine(line: string): string {
  const rest = line.replace(lead, '');
  // Most lines have none, and there may be very many of them.
  if (!special.test(rest)) return rest;
  return rest.replaceAll(link, '$1').replaceAll(comment, '').replaceAll(tag, '').replaceAll(marks, '');
}

/** What a reader of rendered Markdown reads, more or less: enough to be found by. */
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
