/** A PDF of so many pages. It wants to run a script when it is opened, and has a link to the web and one to a script. */
export function hostilePdf(pages: number): Buffer {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const first = 4;
  const ids = Array.from({ length: pages }, (_, index) => first + index * 2);
  add(
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert("run"); this.print()) >> >>',
  );
  add(`<< /Type /Pages /Kids [${ids.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const [index, id] of ids.entries()) {
    const link = (top: number, action: string): string =>
      `<< /Type /Annot /Subtype /Link /Rect [72 ${top} 272 ${top + 20}] /Border [0 0 0] /A << ${action} >> >>`;
    const annotations = [
      link(600, '/S /URI /URI (https://example.com/from-a-pdf)'),
      link(560, '/S /URI /URI (javascript:window.hurt=1)'),
      link(520, '/S /JavaScript /JS (app.alert\\("clicked"\\))'),
      link(480, '/S /Launch /F (file:///etc/passwd)'),
    ];
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${id + 1} 0 R ` +
        `/Resources << /Font << /F1 3 0 R >> >> /Annots [${annotations.join(' ')}] ` +
        `/AA << /O << /S /JavaScript /JS (app.alert("page")) >> >> >>`,
    );
    const text =
      `BT /F1 28 Tf 72 720 Td (Page ${index + 1} of ${pages}) Tj ET ` +
      `BT /F1 14 Tf 72 680 Td (The heron number ${index + 1} stands by the water.) Tj ET ` +
      'BT /F1 14 Tf 72 605 Td (A link to the web) Tj ET BT /F1 14 Tf 72 565 Td (A link to a script) Tj ET';
    add(`<< /Length ${text.length} >>\nstream\n${text}\nendstream`);
  }
  let file = '%PDF-1.7\n';
  const places = objects.map((body, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const start = file.length;
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
