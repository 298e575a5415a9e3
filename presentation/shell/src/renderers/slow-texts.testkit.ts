/** Texts that make a parser go back and forth, each about as long as wanted. */
export function slowTexts(length: number): Readonly<Record<string, string>> {
  const rep = (unit: string): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  const growing = (piece: (at: number) => string): string => {
    let text = '';
    for (let at = 1; text.length < length; at++) text += piece(at);
    return text;
  };
  const units = [
    ...['a**b', '*a_ ', '**a *b _c ', '_a ', '*', '*a **a ', '~~a ', '~a', '~~a~', '**漢', '`a``b', '`'],
    ...['[', '[a](', '[a](<b', '[a](b "', '![[', '![', '[a][b', '[a]: b\n', '[a]: <', '[^1]: ', '![**a'],
    ...['[`*', '**[a', '*[a](', '[*a*', '*_`[<!&\\~|', 'a*[b](c)*', '<a ', '<!--', '<![CDATA[', '<a b="'],
    ...['<?', '<div>\n', '<div>\n\n', '<', '</', '<!A ', '<b>', '<details>', 'http://a.', 'www.a_b.', 'a@a.'],
    ...['a@', 'a+b-', 'http://a.b/?. ', '&', '&#', '&amp', '> a\n', '>\n', '- a\n', '- a\n\n', '- \n', '* '],
    ...['1. a\n   - b\n', '- a\nb\n', '- [ ] a\n', '1) a\n2. b\n', '|a|\n', '|a', 'a|', '-|', '|--\n'],
    ...['a\n-|-\n', '# a\n', 'a\n=\n', 'a\n', '- ', '* * ', '```\na\n', '~~~ ', '    a\n', '    \n', ' \n'],
    ...['\\', '\\*', 'a  \n', 'a\\\n', 'a', '.', '=', '1', '漢', '\0', '> - a\n>   > b\n', '\n', ' ', '\t'],
  ];
  return {
    ...Object.fromEntries(units.map((unit) => [`${JSON.stringify(unit)} again and again`, rep(unit)])),
    'a letter and an at sign': `${'a'.repeat(length)}@`,
    'brackets in brackets': `${'['.repeat(length / 2)}a${']'.repeat(length / 2)}`,
    'parentheses in a link': `[a](${'('.repeat(length)}`,
    'one long title': `[a]: b "${rep('c ')}`,
    'one long reference, used often': `[a]: ${'u'.repeat(length / 2)}\n\n${'[a] '.repeat(length / 8)}`,
    'one short reference, used often': `[a]: ${'u'.repeat(1990)}\n\n${rep('[a]')}`,
    'runs of backticks': growing((at) => `${'`'.repeat(at)}a`),
    'a list in a list': growing((at) => `${' '.repeat(at * 2)}- a\n`),
    'one tag with many attributes': `<a${rep(' b')}`,
    'a long address': `http://a.${rep('?!')}`,
    'a long entity': `&${'a'.repeat(length)}`,
    'a table with many columns': `${rep('|a')}\n${rep('|-')}\n`,
    'a table with many rows': `a|b\n-|-\n${rep('c|d\n')}`,
    'a heading that ends in marks': `# a${rep(' #')}`,
    'a rule that is none': `${rep('_ ')}a`,
    'a lazy quote': `> ${rep('a\n')}`,
    'a lazy list': `- ${rep('a\n')}`,
    'a list with a long gap': `- a\n${rep(' \n')}`,
    'a fence that is none': `\`\`\`${rep('`a')}`,
  };
}
