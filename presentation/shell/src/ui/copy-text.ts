const refused = 'The browser blocked copying. Select the text instead.';

/** Puts a text on the clipboard; to be called while a click is handled. */
export async function copyText(text: string): Promise<void> {
  // Insecure pages, as in a local network, have no clipboard API, whatever the types say.
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (clipboard) {
    try {
      return await clipboard.writeText(text);
    } catch (error) {
      throw new Error(refused, { cause: error });
    }
  }
  const put = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    event.clipboardData?.setData('text', text);
  };
  document.addEventListener('copy', put, { capture: true });
  // oxlint-disable-next-line typescript/no-deprecated -- the only way there is on such a page
  const isDone = document.execCommand('copy');
  document.removeEventListener('copy', put, { capture: true });
  if (!isDone) throw new Error(refused);
}
