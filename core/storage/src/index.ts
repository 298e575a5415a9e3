export { DirectoryInUse, type DirectoryLock, lockDirectory, lockFiles } from './lock-directory.ts';
export { openSqliteStorage, openSqliteStore, type SqliteStorage } from './sqlite/open-sqlite-storage.ts';
export { examineBeside as examineDatabase, examineCopy, type DatabaseCopy } from './sqlite/examine.ts';
export { schemaVersion } from './sqlite/schema.ts';
export { UnusableDatabase } from './sqlite/unusable-database.ts';
export { eventLoopScheduler } from './system/event-loop-scheduler.ts';
export { systemClock } from './system/system-clock.ts';
