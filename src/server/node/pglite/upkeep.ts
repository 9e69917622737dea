import { existsSync } from 'node:fs'
import { taipeiTime, taipeiToday } from '../../../domain/dates'
import type { Clock, Db, Log } from '../../ports'
import { every } from '../jobs/every'
import { backupFile, forgetOld } from './backup/folder'
import { vacuumAll, vacuumChanged } from './vacuum'

/** What an embedded database needs looking after with. */
export interface Upkeep {
  readonly db: Db
  readonly backup: (file: string) => Promise<void>
  readonly dataDir: string
  readonly clock: Clock
  readonly log: Log
}

/** Does what an administrator's schedule does for a server: tidies after changes, and every night tidies all and writes a backup. */
export const startUpkeep = (upkeep: Upkeep): { stop(): Promise<void> } => {
  const quietly = (what: string, work: () => Promise<void>) => () => work().catch((error: unknown) => upkeep.log.error(what, { message: String(error) }))
  const begun = Date.now()
  const rounds = [
    every(
      2000,
      quietly('tidying the database', () => vacuumChanged(upkeep.db)),
    ),
    every(
      60_000,
      quietly('nightly backup', async () => {
        if (Date.now() - begun > warmUpMs) await doNight(upkeep)
      }),
    ),
  ]
  return { stop: async () => void (await Promise.all(rounds.map((round) => round.stop()))) }
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
