import { describe, expect, it } from 'vitest';
import { Pointing } from './pointed-at.ts';

const one = (id: string, title = id) => ({ id, title, workspace: 'w', type: 'x-test/note' });
const [cities, notes, plan] = [one('cities'), one('notes'), one('plan')];

describe('what the user points at', () => {
  it('J3: is what is selected on the desk', () => {
    const pointing = new Pointing();
    pointing.select([cities, notes]);
    expect(pointing.getSnapshot()).toEqual([cities, notes]);
    pointing.select([]);
    expect(pointing.getSnapshot()).toEqual([]);
  });

  it('J3: is the window that was used after that, until it closes', () => {
    const pointing = new Pointing();
    pointing.select([cities]);
    const close = pointing.showInWindow('w1', plan);
    expect(pointing.getSnapshot()).toEqual([cities]);
    pointing.touchWindow('w1');
    expect(pointing.getSnapshot()).toEqual([plan]);
    close();
    expect(pointing.getSnapshot()).toEqual([cities]);
  });

  it('J3: is the desk again once something else is selected there, not when its list is only read again', () => {
    const pointing = new Pointing();
    pointing.select([cities]);
    pointing.showInWindow('w1', plan);
    pointing.touchWindow('w1');
    pointing.select([one('cities', 'Towns')]);
    expect(pointing.getSnapshot()).toEqual([plan]);
    pointing.select([notes]);
    expect(pointing.getSnapshot()).toEqual([notes]);
  });

  it('J3: stays dismissed until something else is pointed at', () => {
    const pointing = new Pointing();
    pointing.select([cities]);
    pointing.dismiss();
    expect(pointing.getSnapshot()).toEqual([]);
    pointing.select([one('cities', 'Towns')]);
    expect(pointing.getSnapshot()).toEqual([]);
    pointing.select([cities, notes]);
    expect(pointing.getSnapshot()).toEqual([cities, notes]);
    pointing.select([cities]);
    expect(pointing.getSnapshot()).toEqual([cities]);
  });
});
