const storageKey = 'loggia.client';

/**
 * One name for each tab, kept across reloads, so that the host knows the tab again. A tab that was duplicated takes its
 * original's storage along; a lock that the original holds tells the two apart.
 */
export async function claimClientId(newId: () => string): Promise<string> {
  const known = sessionStorage.getItem(storageKey);
  const id = known !== null && (await hold(known)) ? known : newId();
  if (id !== known) await hold(id);
  sessionStorage.setItem(storageKey, id);
  return id;
}

function hold(id: string): Promise<boolean> {
  // Pages that were not loaded securely have no locks; then a reload is a new client.
  const { locks } = navigator as { locks?: LockManager };
  if (locks === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    void locks.request(`loggia-client-${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      // For as long as the page lives.
      return lock === null ? undefined : new Promise<void>(() => undefined);
    });
  });
}
