import { currencySigns, type ColumnKind } from '../src/values.ts';
import type { IconName } from './icons.ts';
import type { MenuItem } from './menu.ts';
import type { Sheet } from './sheet.ts';

export const kindNames: Readonly<Record<ColumnKind, string>> = {
  text: 'Text',
  number: 'Number',
  currency: 'Currency',
  percent: 'Percent',
  date: 'Date',
  boolean: 'Yes or no',
};

export const kindIcons: Readonly<Record<ColumnKind, IconName>> = {
  text: 'kindText',
  number: 'kindNumber',
  currency: 'kindCurrency',
  percent: 'kindPercent',
  date: 'kindDate',
  boolean: 'kindBoolean',
};

/** The types that a column may have; `remember` keeps the choice with the artifact. */
export function kindItems(sheet: Sheet, column: number, remember: () => void): MenuItem[] {
  const { kind, sign } = sheet.look.columns[column] ?? {};
  const isLocked = sheet.readOnly !== undefined;
  const item = (
    label: string,
    look: { readonly kind?: ColumnKind; readonly sign?: typeof sign },
  ): MenuItem => ({
    label,
    checked: kind === look.kind && (look.sign === undefined || sign === look.sign),
    run: () => {
      sheet.setColumn(column, { kind: look.kind, sign: look.sign });
      if (!isLocked) remember();
    },
  });
  return [
    item(`Automatic (${kindNames[sheet.inferredKindOf(column)]})`, {}),
    'line',
    item('Text', { kind: 'text' }),
    item('Number', { kind: 'number' }),
    ...currencySigns.map((each) => item(`Currency (${each})`, { kind: 'currency', sign: each })),
    item('Percent', { kind: 'percent' }),
    item('Date', { kind: 'date' }),
    item('Yes or no', { kind: 'boolean' }),
  ];
}
