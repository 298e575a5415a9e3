/** Whether appended actions can be stored. */
export type Health =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: string; readonly waiting: number };
