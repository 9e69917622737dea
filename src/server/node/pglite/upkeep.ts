import { existsSync } from 'node:fs'
import { taipeiTime, taipeiToday } from '../../../domain/dates/dates'
import type { JobRunner } from '../../jobs/runner'
import type { Clock, Db, Log } from '../../ports'
import { backupFile, forgetOld } from './backup/folder'
import { vacuumAll, vacuumChanged } from './maintenance'

/** What an embedded database needs looking after with. */
export interface Upkeep {
  readonly db: Db
  readonly backup: (file: string) => Promise<void>
  readonly dataDir: string
  readonly clock: Clock
  readonly log: Log
}

/** Does what an administrator's schedule does for a server: vacuums after changes, and every night vacuums everything and writes a backup. */
export const scheduleUpkeep = (jobs: JobRunner, upkeep: Upkeep): void => {
  const begun = Date.now()
  jobs.repeat('vacuuming the database', 2000, () => vacuumChanged(upkeep.db))
  jobs.repeat('nightly backup', 60_000, async () => {
    if (Date.now() - begun > warmUpMs) await doNight(upkeep)
  })
}

/** A start that makes up for a missed night answers its first users beforehand. */
const warmUpMs = 5 * 60_000

/** Once a day, from three o'clock in Taipei on; a night that the portal slept through is made up for. */
export const doNight = async ({ db, backup, dataDir, clock, log }: Upkeep): Promise<void> => {
  const now = clock()
  const file = backupFile(dataDir, 'nightly', taipeiToday(now))
  if (hourInTaipei(now) < 3 || existsSync(file)) return
  await vacuumAll(db)
  await backup(file)
  forgetOld(dataDir, 'nightly', file)
  log.info('nightly backup', { file })
}

const hourInTaipei = (at: Date): number => Number(taipeiTime(at).slice(11, 13))
