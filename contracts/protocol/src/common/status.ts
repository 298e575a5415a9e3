import { z } from 'zod';

/** A bitset: bits 0–4 are mutually exclusive activities, the others are independent flags. */
export const statusSchema = z.number().int().nonnegative();
export type Status = number;

export const Status = {
  idle: 1,
  error: 2,
  inProgress: 8,
  inputNeeded: 24,
  isRead: 32,
  isArchived: 64,
} as const;

const activityMask = 31;

/** `>>> 0` keeps a status with bit 31 set (a later version's flag) a positive number. */
export function withActivity(status: Status, activity: Status): Status {
  return ((status & ~activityMask) | activity) >>> 0;
}

export function withFlag(status: Status, flag: Status, value: boolean): Status {
  return (value ? status | flag : status & ~flag) >>> 0;
}

export function activityOf(status: Status): Status {
  return status & activityMask;
}

export function hasStatus(status: Status, wanted: Status): boolean {
  return (status & wanted) === wanted;
}
