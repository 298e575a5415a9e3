type Context = Readonly<Record<string, unknown>>;

interface Placed {
  readonly type: string;
  readonly context: Context;
}

/** Our own type. Its context is the layout; a CSV file's has one under `table`, once somebody chose something. */
export const tableType = 'application/vnd.loggia.table+json';

export function layoutIn({ type, context }: Placed): unknown {
  return type === tableType ? context : context['table'];
}

export function withLayout({ type, context }: Placed, layout: Context): Context {
  return type === tableType ? { ...context, ...layout } : { ...context, table: layout };
}
